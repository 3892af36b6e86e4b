#pragma once

#include <pgm/data/dataset.hpp>
#include <pgm/data/discretisation.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace pgm::learners::detail {

/// A table that was made from another, or the other itself, not a copy, where nothing had to be
/// changed. The other must live as long.
class DerivedTable {
public:
    DerivedTable(const Dataset& original, std::optional<Dataset> changed)
        : original_(&original), changed_(std::move(changed)) {}

    const Dataset& operator*() const { return changed_ ? *changed_ : *original_; }
    const Dataset* operator->() const { return &**this; }

private:
    const Dataset* original_;
    std::optional<Dataset> changed_;
};

/// The rows whose class is not missing, from which classifiers are learned and by which they are
/// judged. Throws ArgumentError where there is no such column.
DerivedTable labelled_rows(const Dataset& data, std::string_view class_name);

/// The labelled rows, their continuous columns cut and their missing values replaced, on so many
/// threads.
DerivedTable prepared_rows(const Dataset& data, std::string_view class_name,
                           const Discretisation& cuts, const Replacements& replacements,
                           std::size_t threads);

}  // namespace pgm::learners::detail
