#pragma once

#include <pgm/data/column.hpp>

#include <vector>

namespace pgm {

/// A column and the columns that its distribution depends on. Discrete and continuous columns may
/// be mixed; the order of the parents is the order of the axes of every table made from the family.
struct Family {
    ColumnId child;
    std::vector<ColumnId> parents;

    friend auto operator<=>(const Family&, const Family&) = default;
};

}  // namespace pgm
