#pragma once

#include <io/options/read_options.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/interval.hpp>
#include <pgm/query/query.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::python {

namespace nb = nanobind;

/// An array of doubles that Python owns.
using Array = nb::ndarray<nb::numpy, double>;

/// A tuple that is taken apart in Python, in whose classes its parts have their types.
using Parts = nb::typed<nb::tuple, nb::any, nb::ellipsis>;

/// A list of such tuples, or of what they have.
using ListOfParts = nb::typed<nb::list, nb::any>;

/// The array of this shape, the last axis fastest, with the numbers of a vector or a matrix, which
/// it takes over.
template <class Numbers>
Array array_of(Numbers numbers, const std::vector<std::size_t>& shape) {
    auto owned = std::make_unique<Numbers>(std::move(numbers));
    double* const data = owned->data();
    const nb::capsule owner(owned.get(),
                            [](void* memory) noexcept { delete static_cast<Numbers*>(memory); });
    owned.release();  // the capsule has it now
    return Array(data, shape.size(), shape.data(), owner);
}

/// A row as it was given: the states of the discrete parents, "" for all of them, and probabilities
/// or the text of a distribution.
using GivenRow = std::pair<std::string, std::variant<std::vector<double>, std::string>>;

/// A network that is being written in Python: a builder, and the network that it makes once all of
/// it is there.
class Network {
public:
    Network() = default;
    explicit Network(NetworkBuilder builder) : builder_(std::move(builder)) {}
    explicit Network(const BayesianNetwork& network, io::SourceText source = {})
        : builder_(network),
          built_(std::make_shared<const BayesianNetwork>(network)),
          source_(std::make_shared<const io::SourceText>(std::move(source))) {}

    const NetworkBuilder& builder() const { return builder_; }
    /// The file that it was read from; empty for others.
    const io::SourceText& source() const { return *source_; }
    /// The builder, to be changed.
    NetworkBuilder& change() {
        built_.reset();
        return builder_;
    }
    /// Throws ModelError with all problems where something is missing or wrong.
    std::shared_ptr<const BayesianNetwork> built() const {
        if (!built_) built_ = std::make_shared<const BayesianNetwork>(builder_.build());
        return built_;
    }
    /// True if nothing is missing or wrong.
    bool is_whole() const;
    /// The graph with tables that are uniform where the network has no numbers. Throws ModelError
    /// for what is no graph.
    std::shared_ptr<const BayesianNetwork> graph() const;
    /// The network, of which only this variable must have numbers. Throws ModelError where these
    /// are missing or wrong.
    std::shared_ptr<const BayesianNetwork> with_numbers_of(VariableId variable) const;
    /// Throws ArgumentError with a suggestion where there is no such variable.
    VariableId id(std::string_view name) const;

    /// Adds an arc, and clears the distribution of the child. Throws ArgumentError where there is
    /// the arc.
    void add_arc(const std::string& parent, const std::string& child);
    /// Clears the distribution of a variable.
    void clear(const std::string& name);
    void set_values(const std::string& name, std::vector<double> values);
    /// Adds a row to those that were given.
    void add_row(const std::string& name, GivenRow row);
    /// The rows of a variable: as they were added, else those of its distribution; null where it is
    /// incomplete, or its rows have no text.
    std::optional<std::vector<GivenRow>> rows(const std::string& name) const;

private:
    NetworkBuilder builder_;
    mutable std::shared_ptr<const BayesianNetwork> built_;
    std::map<std::string, std::vector<GivenRow>> given_rows_;
    std::optional<std::set<std::pair<std::string, std::string>>> arcs_;  ///< once one is added
    std::shared_ptr<const io::SourceText> source_ = std::make_shared<const io::SourceText>();
};

/// The posterior of a continuous variable, and what that is called.
struct NamedDensity : ContinuousPosterior {
    NamedDensity(const BayesianNetwork& network, ContinuousPosterior posterior)
        : NamedDensity(network.variable(posterior.variable()).name(), posterior) {}
    NamedDensity(std::string called, ContinuousPosterior posterior)
        : ContinuousPosterior(std::move(posterior)), name(std::move(called)) {}

    std::string name;
};

/// An argument of a type that is not taken, pgm.ArgumentTypeError in Python.
struct ArgumentTypeError : ArgumentError {
    using ArgumentError::ArgumentError;
};

/// True for the name of the type of a mark of missing values: those of pandas, and that of masked
/// arrays.
constexpr bool marks_missing_cells(std::string_view type) {
    return type == "NAType" || type == "NaTType" || type == "MaskedConstant";
}

/// The findings about a file or a table as objects of pgm.Problem.
nb::typed<nb::list, nb::any> problem_list(const std::vector<Problem>& problems);

/// The evidence that Python gives: None, a text (parse_given()), a mapping from names to findings,
/// or a pgm.Evidence. Throws as the library does, and ArgumentTypeError for anything else.
Given given_from(const BayesianNetwork& network, nb::handle evidence);
/// Findings for None and for a mapping, whose findings are about one variable each; null of others.
std::optional<Evidence> findings_from(const BayesianNetwork& network, nb::handle evidence);

/// (probability, draws, seed) of intervals.
using IntervalWords = std::tuple<double, std::size_t, std::uint64_t>;
inline IntervalOptions interval_options(const IntervalWords& words) {
    return {std::get<0>(words), std::get<1>(words), std::get<2>(words)};
}

/// (sd, low, high) of each number, in order; None for one that has no interval.
ListOfParts spread_list(const std::vector<std::optional<CredibleInterval>>& intervals);

// One function for each file: they add classes and functions to the module.
void bind_errors(nb::module_& module);
void bind_network(nb::module_& module);
void bind_graph(nb::module_& module);
void bind_sampling(nb::module_& module);
void bind_network_file(nb::module_& module);
void bind_rows(nb::module_& module);
void bind_engine(nb::module_& module);
void bind_density(nb::module_& module);
void bind_frame(nb::module_& module);
void bind_data_file(nb::module_& module);
void bind_classifier(nb::module_& module);
void bind_learning(nb::module_& module);
void bind_counting(nb::module_& module);
void bind_associations(nb::module_& module);
void bind_comparison(nb::module_& module);
void bind_effect(nb::module_& module);
void bind_decision(nb::module_& module);
void bind_explanation(nb::module_& module);
void bind_exploring(nb::module_& module);
void bind_examples(nb::module_& module);
void bind_report(nb::module_& module);

}  // namespace pgm::python
