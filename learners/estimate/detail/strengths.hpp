#pragma once

#include <pgm/model/variable.hpp>

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

/// The strengths m_0, m_1, ... of back-off tables (smoothing.hpp) by level: those that hold for all
/// columns, and the columns that have their own.
struct Strengths {
    Strengths() = default;
    Strengths(std::vector<double> of_all) : common(std::move(of_all)) {}

    std::span<const double> of(ColumnId child) const {
        const auto found = own.find(child);
        return found == own.end() ? common : found->second;
    }

    std::vector<double> common;
    std::map<ColumnId, std::vector<double>> own;

    friend bool operator==(const Strengths&, const Strengths&) = default;
};

}  // namespace pgm::learners::detail
