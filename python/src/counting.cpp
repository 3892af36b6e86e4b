#include <python/src/detail/fitted_classifier.hpp>
#include <python/src/detail/frame.hpp>

#include <io/format/record/archive.hpp>
#include <learners/fit/estimator.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/data/rows.hpp>

#include <utility>

// Rows that are counted where they are: a request goes to them, sums come back.

namespace pgm::python {
namespace {

/// The name and the states of a column, none of one of numbers.
using NameAndStates = std::pair<std::string, std::vector<std::string>>;

std::vector<Variable> variables_from(const std::vector<NameAndStates>& columns) {
    std::vector<Variable> variables;
    for (const auto& [name, states] : columns) variables.emplace_back(name, states);
    return variables;
}

std::vector<NameAndStates> parts_of(const std::vector<Variable>& variables) {
    std::vector<NameAndStates> columns;
    for (const Variable& variable : variables)
        columns.emplace_back(variable.name(), variable.states());
    return columns;
}

/// A family by positions in the schema: the child, and the parents.
using FamilyParts = std::pair<std::size_t, std::vector<std::size_t>>;
/// A replacement of missing values: the column, then a state, a number, or the name of a state of
/// their own.
using ReplacementParts =
    std::tuple<std::string, std::optional<std::uint32_t>, std::optional<double>, std::string>;
/// The parts of a request that are pickled.
using RequestParts = std::tuple<std::vector<NameAndStates>, std::vector<FamilyParts>,
                                std::vector<std::pair<std::string, std::vector<double>>>,
                                std::vector<ReplacementParts>, std::size_t>;

ReplacementParts parts_of(const std::string& column, const Replacement& replacement) {
    return std::visit(
        Overloaded{
            [&](StateId state) { return ReplacementParts(column, state.value, std::nullopt, ""); },
            [&](double number) { return ReplacementParts(column, std::nullopt, number, ""); },
            [&](const MissingState& state) {
                return ReplacementParts(column, std::nullopt, std::nullopt, state.name);
            }},
        replacement);
}

Replacement replacement_from(std::optional<std::uint32_t> state, std::optional<double> number,
                             const std::string& name) {
    if (state) return StateId(*state);
    if (number) return *number;
    return MissingState{name};
}

RequestParts parts_of(const CountRequest& request) {
    RequestParts parts;
    auto& [columns, families, cuts, replacements, threads] = parts;
    columns = parts_of(request.schema);
    for (const Family& family : request.families) {
        std::vector<std::size_t> parents;
        for (const ColumnId parent : family.parents) parents.push_back(parent.index());
        families.emplace_back(family.child.index(), std::move(parents));
    }
    for (const auto& [column, points] : request.cuts.columns())
        cuts.emplace_back(column, points.cuts);
    for (const auto& [column, replacement] : request.replacements.columns())
        replacements.push_back(parts_of(column, replacement));
    threads = request.threads;
    return parts;
}

CountRequest request_from(const RequestParts& parts) {
    const auto& [columns, families, cuts, replacements, threads] = parts;
    CountRequest request{.schema = variables_from(columns), .families = {}, .threads = threads};
    const auto column = [&](std::size_t number) {
        if (number >= request.schema.size()) throw ArgumentError("a family names no column");
        return ColumnId(number);
    };
    for (const auto& [child, parent_numbers] : families) {
        Family family{column(child), {}};
        for (const std::size_t parent : parent_numbers) family.parents.push_back(column(parent));
        request.families.push_back(std::move(family));
    }
    for (const auto& [name, points] : cuts) request.cuts.add(name, CutPoints{points});
    for (const auto& [name, state, number, own_state] : replacements)
        request.replacements.add(name, replacement_from(state, number, own_state));
    return request;
}

/// The names of the members of each family, the child last.
std::vector<std::vector<std::string>> members_of(const CountRequest& request) {
    std::vector<std::vector<std::string>> all;
    for (const Family& family : request.families) {
        std::vector<std::string>& members = all.emplace_back();
        for (const ColumnId parent : family.parents)
            members.push_back(request.schema[parent.index()].name());
        members.push_back(request.schema[family.child.index()].name());
    }
    return all;
}

/// A request of some of the families, by their positions.
CountRequest of_families(const CountRequest& request, const std::vector<std::size_t>& positions) {
    CountRequest chosen = request;
    chosen.families.clear();
    for (const std::size_t position : positions)
        chosen.families.push_back(request.families.at(position));
    return chosen;
}

CountedRows no_rows(const CountRequest& request) {
    return {Sums(request.schema, request.families, request.limits)};
}

/// Counts the rows of a frame, whose columns become those of the whole; it need not have all.
CountedRows count_frame(const CountRequest& request, const Frame& frame,
                        const std::vector<NameAndStates>& columns) {
    const nb::gil_scoped_release release;
    const std::vector<Variable> schema = variables_from(columns);
    const Dataset rows = part_of_whole(frame.data(), schema);
    return Rows(rows).count(request);
}

/// The sums of one or more parts of the rows together.
CountedRows merged(const nb::typed<nb::list, CountedRows>& parts) {
    std::optional<CountedRows> all;
    for (const nb::handle part : parts) {
        const auto& sums = nb::cast<const CountedRows&>(part);
        if (!all) {
            all = sums;
            continue;
        }
        all->merge(sums);
    }
    if (!all) throw ArgumentError("there are no sums to add up");
    return *std::move(all);
}

/// Sums of the families of a request that were counted apart, over the same rows.
CountedRows joined(const CountRequest& request, const nb::typed<nb::list, CountedRows>& counted,
                   std::uint64_t rows) {
    std::vector<CountedRows> parts;
    for (const nb::handle part : counted) parts.push_back(nb::cast<const CountedRows&>(part));
    return pgm::joined(request, parts, rows);
}

FittedClassifier fit_counts(const std::vector<NameAndStates>& columns, std::uint64_t rows,
                            const std::string& class_name,
                            const std::optional<std::string>& structure, const Words& words,
                            std::size_t threads, nb::handle progress, nb::handle count) {
    const Rows source = Rows::of_counts(variables_from(columns), rows, [&](CountRequest request) {
        const nb::gil_scoped_acquire acquire;
        request.stop = {};  // Python may keep the request for longer than the fit
        return nb::cast<CountedRows>(count(std::move(request)));
    });
    return fit(source, {class_name, structure, words, threads, false}, progress);
}

}  // namespace

void bind_counting(nb::module_& module) {
    nb::class_<CountedRows>(module, "Sums")
        .def_static("merged", &merged, nb::arg("sums"))
        .def("__getstate__",
             [](const CountedRows& sums) {
                 const std::string bytes = io::statistics_archive(sums.statistics);
                 return std::pair(nb::bytes(bytes.data(), bytes.size()), sums.rows_without_class);
             })
        .def("__setstate__", [](CountedRows& sums,
                                const std::pair<nb::bytes, std::uint64_t>& state) {
            const auto& [bytes, rows_without_class] = state;
            new (&sums) CountedRows{
                io::read_statistics_archive({static_cast<const char*>(bytes.data()), bytes.size()}),
                rows_without_class};
        });
    nb::class_<CountRequest>(module, "CountRequest")
        .def_prop_ro("families", &members_of)
        .def("of_families", &of_families, nb::arg("positions"))
        .def("no_rows", &no_rows)
        .def("count", &count_frame, nb::arg("frame"), nb::arg("columns"))
        .def("joined", &joined, nb::arg("counted"), nb::arg("rows"))
        .def("__getstate__", [](const CountRequest& request) { return parts_of(request); })
        .def("__setstate__", [](CountRequest& request, const RequestParts& parts) {
            new (&request) CountRequest(request_from(parts));
        });
    module.def("fit_counts", &fit_counts, nb::arg("columns"), nb::arg("rows"),
               nb::arg("class_name"), nb::arg("structure").none(), nb::arg("words"),
               nb::arg("threads"), nb::arg("progress").none(), nb::arg("count"));
    module.def("names_several", &learners::names_several, nb::arg("structure"));
    module.def("usual_order", [](std::vector<std::string> states) {
        sort_states(states);
        return states;
    });
}

}  // namespace pgm::python
