#pragma once

#include <learners/families/model_structure.hpp>
#include <pgm/data/dataset.hpp>

#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace pgm::tests {

using learners::class_column;
using learners::ModelStructure;

/// Back-off tables and posteriors by the formulas alone, counted row by row and not kept.
class BruteForce {
public:
    /// Leaves one row out, or takes back a weight of one where it is heavier.
    BruteForce(const Dataset& data, std::vector<double> concentrations, std::size_t left_out)
        : data_(data), concentrations_(std::move(concentrations)), row_(left_out) {
        for (std::size_t i = 0; i < data.rows(); ++i)
            weights_.push_back(data.weights().empty() ? 1 : data.weights()[i]);
        for (const Column& column : data.columns()) values_.push_back(column.state(left_out));
        weights_[row_] -= std::min(1.0, weights_[row_]);
    }

    /// P(class | the row), averaged over the networks.
    std::vector<double> posterior(const std::vector<ModelStructure>& structures) {
        const std::size_t classes = data_.columns().front().variable.cardinality();
        std::vector<double> joint(classes, 0.0);
        const bool all = !any_takes_part(structures);
        for (std::size_t k = 0; k < classes; ++k) {
            values_.front() = StateId(k);
            for (const ModelStructure& structure : structures)
                if (all || takes_part(structure)) joint[k] += joint_of(structure);
        }
        double sum = 0;
        for (const double p : joint) sum += p;
        for (double& p : joint) p /= sum;
        return joint;
    }

private:
    double joint_of(const ModelStructure& structure) const {
        double product = 1;
        for (std::size_t i = 0; i < structure.families.size(); ++i) {
            const ColumnId child = structure.families[i].child;
            if (!values_[child.index()]) continue;
            std::vector<ColumnId> known;
            for (const ColumnId parent : structure.parents_as_chosen(i)) {
                if (!values_[parent.index()]) break;
                known.push_back(parent);
            }
            product *= theta(child, known);
        }
        return product;
    }

    double theta(ColumnId child, std::vector<ColumnId> parents) const {
        const double m = concentrations_[std::min(parents.size(), concentrations_.size() - 1)];
        double n = 0, total = 0;
        for (std::size_t i = 0; i < data_.rows(); ++i) {
            const auto state = [&](ColumnId column) { return data_.column(column).state(i); };
            bool agrees = state(child).has_value();
            for (const ColumnId parent : parents)
                agrees = agrees && state(parent) == values_[parent.index()];
            if (!agrees) continue;
            total += weights_[i];
            if (state(child) == values_[child.index()]) n += weights_[i];
        }
        const auto states = static_cast<double>(data_.column(child).variable.cardinality());
        double before = 1 / states;
        if (!parents.empty()) {
            parents.pop_back();
            before = theta(child, parents);
        }
        return total + m > 0 ? (n + m * before) / (total + m) : before;
    }

    bool takes_part(const ModelStructure& structure) const {
        double weight = 0;
        const auto is_known = [&](ColumnId column) { return values_[column.index()].has_value(); };
        if (std::ranges::none_of(structure.super_parents, is_known)) return true;
        for (std::size_t i = 0; i < data_.rows(); ++i) {
            const auto agrees = [&](ColumnId column) {
                const auto state = data_.column(column).state(i);
                return state && (!is_known(column) || state == values_[column.index()]);
            };
            if (std::ranges::all_of(structure.super_parents, agrees)) weight += weights_[i];
        }
        return weight >= 1;
    }

    bool any_takes_part(const std::vector<ModelStructure>& structures) const {
        for (const ModelStructure& structure : structures)
            if (takes_part(structure)) return true;
        return false;
    }

    const Dataset& data_;
    std::vector<double> concentrations_;
    std::size_t row_;
    std::vector<double> weights_;
    std::vector<std::optional<StateId>> values_;
};

}  // namespace pgm::tests
