#include <learners/discretise/discretise.hpp>

#include <learners/discretise/detail/cut_rules.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/suggest.hpp>

#include <algorithm>

namespace pgm::learners {

using namespace detail;

namespace {

/// The cut points of one column.
struct CutFinder {
    std::span<const CutValue> values;

    CutPoints operator()(const EqualWidth& rule) const {
        return equal_width_cuts(values, rule.intervals);
    }
    CutPoints operator()(const EqualFrequency& rule) const {
        return equal_frequency_cuts(values, rule.intervals);
    }
    CutPoints operator()(const Proportional& rule) const {
        return proportional_cuts(values, rule.exponent);
    }
    CutPoints operator()(const KMeans& rule) const { return kmeans_cuts(values, rule.intervals); }
    CutPoints operator()(const Mdlp&) const { return mdlp_cuts(values); }
};

}  // namespace

void require_continuous_columns(const Discretisation& given, std::span<const Variable> schema) {
    for (const auto& [name, points] : given.columns()) {
        const auto found = std::ranges::find(schema, name, &Variable::name);
        if (found == schema.end())
            throw ArgumentError("there is no column '" + printable(name) + "' to be cut",
                                did_you_mean(name, names_of(schema)));
        if (found->is_discrete())
            throw ArgumentError("the column '" + printable(name) +
                                "' is discrete, it cannot be cut");
    }
}

Discretisation learn_cuts(const Dataset& data, std::string_view class_name, const CutRule& rule,
                          Discretisation given) {
    const Column* classes = nullptr;
    if (std::holds_alternative<Mdlp>(rule)) {
        classes = &data.column(class_name);
        if (!classes->is_discrete())
            throw ArgumentError("mdlp needs a class with states, but column '" +
                                printable(class_name) + "' is continuous");
    }
    for (const Column& column : data.columns()) {
        if (column.is_discrete() || column.name() == class_name || given.find(column.name()))
            continue;
        const std::vector<CutValue> values = cut_values(column, classes, data.weights());
        given.add(column.name(), std::visit(CutFinder{values}, rule));
    }
    return given;
}

}  // namespace pgm::learners
