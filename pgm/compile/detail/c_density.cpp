#include <pgm/compile/detail/c_density.hpp>

#include <pgm/compile/detail/c_classifier_frame.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace pgm::detail {
namespace {

namespace frame = c_classifier_frame;

bool has_children_in(const BayesianNetwork& network, const DensityGroup& group, VariableId v) {
    return std::ranges::any_of(group.members, [&](VariableId child) {
        return std::ranges::count(continuous_parents(network.cpd(child)), v) > 0;
    });
}

bool has_tophat(const Cpd& cpd) {
    return kernels(cpd, 0).front().shape == DensityComponent::Shape::uniform;
}

/// The factor of a kernel density, and what its kernels are asked with first.
std::pair<double, double> kernel_constants(const KernelDensityCpd::Row& row, bool is_tophat) {
    const double h = row.bandwidth;
    const double total = row.weights.empty()
                             ? static_cast<double>(row.points.size())
                             : std::accumulate(row.weights.begin(), row.weights.end(), 0.0);
    if (is_tophat) return {h, -std::log(2 * h * total)};
    return {std::min(0.5 / (h * h), 1e300), -std::log(h * std::sqrt(2 * std::numbers::pi) * total)};
}

class DensityPrinter {
public:
    DensityPrinter(const CDensity& density, const CStyle& style)
        : density_(density), style_(style) {}

    std::string print() {
        const DensityGroup& group = density_.group;
        std::string replace, kernels;
        for (std::size_t m = 0; m < group.members.size(); ++m) {
            const std::string x = "x[" + std::to_string(m) + "]", &by = density_.replacement[m];
            if (!by.empty()) replace += "    if (" + x + " != " + x + ") " + x + " = " + by + ";\n";
            if (m >= group.gaussians) kernels += kernel(m, x);
        }
        array("int", "parent", [&](const auto& add) {
            for (const std::size_t place : density_.parents) add(std::to_string(place));
        });
        array("int", "feature", [&](const auto& add) {
            for (const std::size_t number : density_.feature) add(std::to_string(number));
        });
        CWords words = words_of(style_);
        words.insert(words.end(),
                     {{"EXP", style_.function("exp")},
                      {"FABS", style_.function("fabs")},
                      {"FIRST", group.gaussians > 0 ? normals() : "0"},
                      {"KERNELS", kernels},
                      {"MEMBERS", std::to_string(group.members.size())},
                      {"PARENTS", std::to_string(density_.parents.size() / density_.states.size())},
                      {"REPLACE", replace},
                      {"STATES", std::to_string(density_.states.size())},
                      {"WEIGH", density_.name}});
        return tables_ + filled(frame::group, words);
    }

private:
    /// A table; fill(add) adds the texts of its numbers.
    void array(std::string_view type, std::string_view name, const auto& fill) {
        std::vector<std::string> items;
        fill([&](std::string item) { items.push_back(std::move(item)); });
        tables_ += "static const " + std::string(type) + " " + density_.name + "_" +
                   std::string(name) + "[] = " + c_list(items) + ";\n";
    }

    /// The expression of the normal members' density under state i, and its tables.
    std::string normals() {
        const DensityGroup& group = density_.group;
        const auto members = std::span(group.members).first(group.gaussians);
        array("int", "shape", [&](const auto& add) {
            for (const VariableId v : members) {
                const auto parents = continuous_parents(density_.network.cpd(v));
                add(std::to_string(parents.size()));
                add(has_children_in(density_.network, group, v) ? "1" : "0");
                for (const VariableId parent : parents)
                    add(std::to_string(std::ranges::find(members, parent) - members.begin()));
            }
        });
        std::size_t numbers = 0;
        array(style_.type(), "row", [&](const auto& add) {
            for (const StateId state : density_.states) {
                for (const VariableId v : members) {
                    const LinearGaussianCpd::Row& row =
                        *regression(density_.network.cpd(v),
                                    group.row_of(density_.network.cpd(v), state.index()));
                    add(style_.number(row.intercept));
                    for (const double slope : row.slopes) add(style_.number(slope));
                    add(style_.number(1 / std::sqrt(row.variance)));
                    add(style_.number(-std::log(2 * std::numbers::pi * row.variance) / 2));
                    numbers += row.slopes.size() + 3;
                }
            }
        });
        return style_.name + "_normal(" + std::to_string(group.gaussians) + ", x, " +
               density_.name + "_shape, " + density_.name + "_row + " +
               std::to_string(numbers / density_.states.size()) + " * i)";
    }

    /// The statement that adds the density of a member of kernels, and its tables.
    std::string kernel(std::size_t member, const std::string& x) {
        const VariableId v = density_.group.members[member];
        const Cpd& cpd = density_.network.cpd(v);
        const std::string suffix = std::to_string(member);
        const bool is_tophat = has_tophat(cpd), is_weighted = weighs_points(cpd);
        const std::vector<std::size_t> begin = add_points(cpd, suffix, is_weighted);
        array("int", "begin_" + suffix, [&](const auto& add) {
            for (const StateId state : density_.states) {
                const std::size_t row = density_.group.row_of(cpd, state.index());
                add(std::to_string(begin[row]));
                add(std::to_string(begin[row + 1]));
            }
        });
        const std::string points =
            density_.name + "_points_" + suffix + " + " + density_.name + "_begin_" + suffix;
        return "        if (" + x + " == " + x + ")\n            weight[i] += " + style_.name +
               (is_tophat ? "_tophat" : "_gaussian") + "_kernel(" + x + ", " + points +
               "[2 * i],\n                " + points + "[2 * i + 1], " + (is_weighted ? "2" : "1") +
               ");\n";
    }

    static bool weighs_points(const Cpd& cpd) {
        for (std::size_t row = 0; row < discrete_scope(cpd).cells(); ++row)
            if (!kept_points(cpd, row)->weights.empty()) return true;
        return false;
    }

    /// Adds the table of the points of all rows; the answer is where each row begins, and the end.
    std::vector<std::size_t> add_points(const Cpd& cpd, const std::string& suffix,
                                        bool is_weighted) {
        std::vector<std::size_t> begin{0};
        array(style_.type(), "points_" + suffix, [&](const auto& add) {
            for (std::size_t r = 0; r < discrete_scope(cpd).cells(); ++r) {
                const KernelDensityCpd::Row& row = *kept_points(cpd, r);
                const auto [width, factor] = kernel_constants(row, has_tophat(cpd));
                add(style_.number(width));
                add(style_.number(factor));
                for (std::size_t i = 0; i < row.points.size(); ++i) {
                    add(style_.number(row.points[i]));
                    if (is_weighted) add(style_.number(row.weights.empty() ? 1 : row.weights[i]));
                }
                begin.push_back(begin.back() + 2 + row.points.size() * (is_weighted ? 2 : 1));
            }
        });
        return begin;
    }

    const CDensity& density_;
    const CStyle& style_;
    std::string tables_;
};

}  // namespace

std::string print(const CDensity& density, const CStyle& style) {
    return DensityPrinter(density, style).print();
}

void DensityNeeds::add(const BayesianNetwork& network, const DensityGroup& group) {
    normals = std::max(normals, group.gaussians);
    std::size_t parents = 0;
    for (std::size_t m = 0; m < group.members.size(); ++m) {
        const VariableId v = group.members[m];
        if (m < group.gaussians) {
            parents += has_children_in(network, group, v);
            continue;
        }
        (has_tophat(network.cpd(v)) ? has_tophat_kernels : has_gaussian_kernels) = true;
    }
    unknown = std::max(unknown, parents);
}

std::string DensityNeeds::print(const CStyle& style) const {
    CWords words = words_of(style);
    words.insert(words.end(), {{"DENSITY", style.number(1 / std::sqrt(2 * std::numbers::pi))},
                               {"EXP", style.function("exp")},
                               {"FABS", style.function("fabs")},
                               {"LOG", style.function("log")},
                               {"NORMALS", std::to_string(normals)},
                               {"SQRT", style.function("sqrt")},
                               {"UNKNOWN", std::to_string(unknown)},
                               {"NAME", style.name}});
    std::string text;
    if (normals > 0) text += filled(frame::normal, words);
    if (has_gaussian_kernels) text += filled(frame::gaussian_kernel, words);
    if (has_tophat_kernels) text += filled(frame::tophat_kernel, words);
    return text;
}

}  // namespace pgm::detail
