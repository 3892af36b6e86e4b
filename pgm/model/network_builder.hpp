#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/draft/written.hpp>
#include <pgm/model/network.hpp>

#include <concepts>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

namespace detail {
struct Draft;
}

/// Builds a network and checks every invariant. Networks that are written by hand, read from files
/// and learned from data all come out of this class.
///
///     NetworkBuilder net = NetworkBuilder::parse(
///         "Cloudy{no|yes} -> Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on} <- Cloudy");
///     net.cpt("Cloudy").values({0.5, 0.5});
///     net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
///     net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
///     net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0,  0.1, 0.9,  0.1, 0.9,  0.01, 0.99});
///     BayesianNetwork network = net.build();
///
/// Mistakes do not throw at once. They are collected, and check() reports them all, each with its
/// source location and, for a mistyped name, a suggestion. build() throws ModelError with that list
/// when it contains an error.
///
/// Rows need not sum to 1 exactly (row_normalisation.hpp, docs/numerics.md). A row whose sum is
/// within 1e-6 of 1 is divided by it; within 1e-3 too, with a warning that names the worst row;
/// beyond that, the row is an error. With set_row_sums(RowSums::keep), rows within 1e-3 stay as
/// they are. A row within 8 k eps of 1 is never changed, so rebuilding a built network changes no
/// bit.
class NetworkBuilder {
public:
    /// Fills in the distribution of one variable. NetworkBuilder::cpt() makes it, and it is valid
    /// as long as the builder.
    class CptBuilder {
    public:
        /// What a row or a table is given: probabilities, as a braced list or a contiguous range of
        /// doubles, or the text of a distribution, which parse() describes.
        struct Distribution {
            Distribution(std::initializer_list<double> list) : given(std::vector<double>(list)) {}
            template <std::convertible_to<std::span<const double>> Range>
            Distribution(const Range& range) {
                const std::span<const double> span = range;
                given.emplace<0>(span.begin(), span.end());
            }
            Distribution(const char* text) : given(text) {}
            Distribution(std::string text) : given(std::move(text)) {}

            std::variant<std::vector<double>, std::string> given;
        };

        /// Gives the row of one configuration of the discrete parents, which is named in any order:
        /// row("Rain=yes, Sprinkler=off", {0.1, 0.9}), row("Diabetes=yes", "normal(46, sd 6)").
        /// Names and states that are not plain words are quoted with '...' or "...". Every discrete
        /// parent must be named, and a row may be given only once.
        CptBuilder& row(std::string_view parent_states, Distribution distribution);

        /// Gives all rows as one list, with the parents in the order in which their arcs were
        /// added. The last parent varies faster than the other parents, the variable's own state
        /// fastest of all. A text is the distribution of all rows, as for otherwise().
        CptBuilder& values(Distribution distribution);

        /// Likewise with the order of the parents named.
        CptBuilder& values(std::vector<std::string> parent_order, Distribution distribution);

        /// Gives the row that stands for every configuration without a row of its own.
        CptBuilder& otherwise(Distribution distribution);

        /// Removes the distribution, however it was given; the arcs stay.
        CptBuilder& clear();

    private:
        friend class NetworkBuilder;
        CptBuilder(NetworkBuilder& builder, std::string variable)
            : builder_(&builder), variable_(std::move(variable)) {}

        NetworkBuilder* builder_;
        std::string variable_;
    };

    explicit NetworkBuilder(std::string name = {}, Limits limits = {});

    /// Starts with a copy of an existing network, to be changed and built again.
    explicit NetworkBuilder(const BayesianNetwork& network);

    NetworkBuilder(const NetworkBuilder& other);
    NetworkBuilder(NetworkBuilder&& other) noexcept;
    NetworkBuilder& operator=(const NetworkBuilder& other);
    NetworkBuilder& operator=(NetworkBuilder&& other) noexcept;
    ~NetworkBuilder();

    /// Variables, arcs and rows from a text, in the grammar of pgm/model/structure_graph.hpp with
    /// one more kind of statement, a row:
    ///
    ///     Diabetes{no|yes} -> cells{real} -> recount{real}
    ///     Diabetes: 0.9 0.1
    ///     cells | Diabetes=no: normal(30, sd 5)
    ///     cells | Diabetes=yes: normal(46, sd 6)
    ///     recount: normal(2 + 0.95 cells, var 4)
    ///
    /// A row without '|' stands for all configurations of the discrete parents that have none of
    /// their own. It is a list of probabilities in the order of the states, decimal or as
    /// fractions; a normal distribution, whose mean is linear in the continuous parents, with its
    /// standard deviation (sd) or variance (var); or, for a discrete variable below continuous
    /// ones, threshold(2 cells - 60, at 0 10, sd 3), the cuts of such a sum with normal noise, with
    /// `logistic 1` instead, noise of that scale, or with none, as in ThresholdCpd. A blank follows
    /// the colon.
    ///
    /// Throws ParseError with the line and column of what is no statement, and TooLargeError as
    /// parse_structure_graph() does. Rows are read when the network is checked, which lists all
    /// problems in them.
    static NetworkBuilder parse(std::string_view text, const Limits& limits = {});

    // Declarations by name.
    NetworkBuilder& variable(std::string name, std::vector<std::string> states);
    NetworkBuilder& arc(std::string_view parent, std::string_view child);
    CptBuilder cpt(std::string_view variable);

    // Declarations by id, which are faster; readers and learners use them. Ids number the variables
    // in order of addition.
    /// Adds a variable. Problems with it name the location of `place` (set_source()).
    VariableId add_variable(Variable variable, std::size_t place = no_place);
    /// Adds a variable unless an earlier one has its name. Returns the variable that has the name.
    VariableId add_variable_once(Variable variable);
    std::size_t size() const;
    const Variable& variable(VariableId id) const;
    std::optional<VariableId> find(std::string_view name) const;
    /// Sets or replaces the distribution of the CPD's child. The CPD's parents become the arcs into
    /// the child. Problems with it name the location of `place`.
    NetworkBuilder& set_cpd(Cpd cpd, std::size_t place = no_place);
    /// Sets the row weights of a variable's distribution (BayesianNetwork::row_weights()), of which
    /// a later distribution has none. The check of the network reports a list that does not fit.
    NetworkBuilder& set_row_weights(VariableId variable, std::vector<double> weights);
    /// Adds the distribution of a variable as a text has it, which is read when the network is
    /// checked: unknown and repeated names, wrong counts of numbers, missing rows and a second
    /// distribution of a variable are then problems with their places.
    NetworkBuilder& add_family(WrittenFamily family);
    /// Adds an arc that a text states besides its distributions. An unknown name is an
    /// error; arcs that are in no distribution are left out with a warning.
    NetworkBuilder& add_arc(WrittenName parent, WrittenName child);
    /// Sets what places are. Problems are then in the order of their locations.
    NetworkBuilder& set_source(WrittenSource source);
    /// Reads the families added so far, which the check of the network does otherwise, and returns
    /// the problems in them: for a reader that cannot go on. Throws TooLargeError beyond the
    /// limits.
    std::vector<Problem> read_families();
    /// Adds a problem that a reader found, to be reported with the others.
    NetworkBuilder& add_problem(Problem problem);
    NetworkBuilder& add_problem(Problem::Severity severity, std::size_t place, std::string message,
                                std::string hint = {});
    /// Adds the error of an unknown name. The first of them have suggestions from the names that
    /// `known` gives.
    NetworkBuilder& add_unknown(std::size_t place, std::string message, std::string_view name,
                                const std::function<std::vector<std::string>()>& known);
    NetworkBuilder& set_name(std::string name);
    /// Chooses what is done with rows whose sums are within 1e-3 of 1 but not 1. The network keeps
    /// this choice.
    NetworkBuilder& set_row_sums(RowSums row_sums);
    NetworkBuilder& annotate(std::string line);
    /// Adds an annotation to a variable (Variable::annotations).
    NetworkBuilder& annotate(VariableId variable, std::string line);

    /// "P(child | parents)" as messages have it.
    std::string family_text(VariableId child, std::span<const VariableId> parents) const;

    /// Gives each variable that has no distribution and no rows a uniform one, or the standard
    /// normal one whatever its parents are, if it is continuous; a utility is 0, and a decision has
    /// none anyway. Returns these variables. Throws
    /// TooLargeError where they would have more numbers than Limits::max_filled_cells, together.
    std::vector<VariableId> fill_in();

    /// All problems, errors and warnings alike: missing tables and rows, wrong sums, negative
    /// values, NaN, unknown or repeated names, and cycles, which are named. Empty when there is
    /// none.
    std::vector<Problem> check() const;

    /// Makes the network. Throws ModelError with all problems when one of them is an error;
    /// warnings alone do not throw (see check()). Throws TooLargeError beyond the limits, and
    /// ParseError for a text that was cut off (WrittenSource::end).
    BayesianNetwork build() const&;
    /// Makes the network and appends the warnings and notes of check() to `remarks`.
    BayesianNetwork build(std::vector<Problem>& remarks) const&;
    /// Likewise for a builder that is not needed any more, `std::move(builder).build()`; the tables
    /// are not copied.
    BayesianNetwork build() &&;
    BayesianNetwork build(std::vector<Problem>& remarks) &&;

private:
    bool has_room() const { return size() < limits_.max_variables; }
    [[noreturn]] void refuse_variable(std::size_t place) const;

    std::unique_ptr<detail::Draft> draft_;
    Limits limits_;
};

}  // namespace pgm
