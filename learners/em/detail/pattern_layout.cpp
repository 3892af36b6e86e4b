#include <learners/em/detail/pattern_layout.hpp>

#include <algorithm>
#include <optional>

namespace pgm::learners::detail {
namespace {

std::optional<std::uint32_t> slot_in(std::span<const ColumnId> columns, ColumnId column) {
    const auto found = std::ranges::lower_bound(columns, column);
    if (found == columns.end() || *found != column) return std::nullopt;
    return static_cast<std::uint32_t>(found - columns.begin());
}

class PatternFamilyBuilder {
public:
    PatternFamilyBuilder(const PatternMembers& members, std::span<const Variable> schema)
        : members_(members), schema_(schema) {}

    PatternFamily build(std::uint32_t number, const Family& family) {
        result_ = {
            .family = number, .child = family.child, .known = {}, .axes = {}, .continuous = {}};
        for (const ColumnId column : members_.hidden_discrete) {
            const auto states = schema_[column.index()].cardinality();
            result_.axes.push_back({static_cast<std::uint32_t>(states), 0, 0});
        }
        std::vector<ColumnId> all = family.parents;
        all.push_back(family.child);
        std::size_t stride = 1;
        for (std::size_t i = all.size(); i-- > 0;) {
            if (!schema_[all[i].index()].is_discrete()) continue;
            add_discrete(all[i], stride);
            stride *= schema_[all[i].index()].cardinality();
        }
        for (const ColumnId column : all)
            if (!schema_[column.index()].is_discrete()) add_continuous(column);
        for (std::size_t a = result_.axes.size(); a-- > 0;) number_axis(result_.axes[a]);
        return std::move(result_);
    }

private:
    void add_discrete(ColumnId column, std::size_t stride) {
        if (const auto axis = slot_in(members_.hidden_discrete, column))
            result_.axes[*axis].stride = stride;
        else
            result_.known.push_back({*slot_in(members_.known_discrete, column), stride});
    }

    void add_continuous(ColumnId column) {
        const auto hidden = slot_in(members_.hidden_continuous, column);
        const std::uint32_t slot = hidden ? *hidden : *slot_in(members_.known_continuous, column);
        result_.continuous.push_back({hidden.has_value(), slot});
        result_.has_hidden_continuous |= hidden.has_value();
    }

    void number_axis(PatternFamily::Axis& axis) {
        if (axis.stride == 0) return;
        axis.local = result_.local_cells;
        result_.local_cells *= axis.states;
    }

    const PatternMembers& members_;
    std::span<const Variable> schema_;
    PatternFamily result_{};
};

}  // namespace

PatternLayout lay_out_pattern(const PatternMembers& members, std::span<const Variable> schema,
                              std::span<const Family> factors, std::span<const Family> sums,
                              std::span<const std::uint32_t> touched_factors,
                              std::span<const std::uint32_t> touched_sums) {
    PatternLayout layout;
    for (const ColumnId column : members.hidden_discrete) {
        const std::size_t states = schema[column.index()].cardinality();
        layout.states.push_back(static_cast<std::uint32_t>(states));
        layout.joint_cells *= static_cast<double>(states);
    }
    PatternFamilyBuilder builder(members, schema);
    for (const std::uint32_t f : touched_factors)
        layout.factors.push_back(builder.build(f, factors[f]));
    for (const std::uint32_t f : touched_sums) {
        layout.sums.push_back(builder.build(f, sums[f]));
        layout.sums.back().is_factor = std::ranges::find(factors, sums[f]) != factors.end();
    }
    return layout;
}

}  // namespace pgm::learners::detail
