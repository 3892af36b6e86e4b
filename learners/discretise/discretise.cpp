#include <learners/discretise/discretise.hpp>

#include <learners/discretise/detail/cut_rules.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::learners {

using namespace detail;

namespace {

/// The cut points of one column.
struct CutFinder {
    std::span<const CutValue> values;
    const EntropyTable& table;

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
    CutPoints operator()(const Mdlp&) const { return mdlp_cuts(values, table); }
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
                          Discretisation given, std::size_t threads, const StopToken& stop) {
    const Column* classes = nullptr;
    if (std::holds_alternative<Mdlp>(rule)) {
        classes = &data.column(class_name);
        if (!classes->is_discrete())
            throw ArgumentError("mdlp needs a class with states, but column '" +
                                printable(class_name) + "' is continuous");
    }
    std::vector<const Column*> columns;
    for (const Column& column : data.columns())
        if (!column.is_discrete() && column.name() != class_name && !given.find(column.name()))
            columns.push_back(&column);
    const EntropyTable table(classes != nullptr ? total_weight(data) : 0);
    std::vector<CutPoints> cuts(columns.size());
    parallel_for(columns.size(), threads, stop, [&](std::size_t begin, std::size_t end) {
        CutMemory memory;
        for (std::size_t i = begin; i < end; ++i) {
            const std::span<const CutValue> values =
                cut_values(*columns[i], classes, data.weights(), memory);
            cuts[i] = std::visit(CutFinder{values, table}, rule);
        }
    });
    for (std::size_t i = 0; i < columns.size(); ++i)
        given.add(columns[i]->name(), std::move(cuts[i]));
    return given;
}

}  // namespace pgm::learners
