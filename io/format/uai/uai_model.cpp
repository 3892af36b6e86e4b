#include <io/format/detail/network_assembly.hpp>
#include <io/format/uai/detail/factor_graph.hpp>
#include <io/format/uai/detail/uai_words.hpp>
#include <io/format/uai/uai.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/variable_elimination.hpp>
#include <pgm/model/row_normalisation.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

// The reader of models.

namespace pgm::io {
namespace {

using namespace detail;

class UaiModelReader {
public:
    UaiModelReader(std::string_view text, const ReadOptions& options)
        : options_(options), words_(text, options), assembly_(words_.cursor(), options) {}

    UaiModel read() && {
        read_kind();
        read_cardinalities();
        read_scopes();
        model_.is_factor_graph ? read_factor_graph() : read_network();
        ReadResult result = std::move(assembly_).finish(NetworkAssembly::End::marked);
        model_.network = std::move(result.network);
        model_.remarks = std::move(result.remarks);
        return std::move(model_);
    }

private:
    /// The variables of a table and where it is announced.
    struct TableScope {
        std::vector<std::size_t> variables;
        std::size_t place = 0;
    };

    void read_kind() {
        const std::string_view kind = words_.word("BAYES or MARKOV");
        model_.is_factor_graph = equals_ignoring_case(kind, "markov");
        if (model_.is_factor_graph || equals_ignoring_case(kind, "bayes")) return;
        if (const std::string_view other = other_uai_kind(kind); !other.empty())
            words_.fail("this is " + std::string(other) + " (" + std::string(kind) +
                            "), which cannot be read",
                        "only networks (BAYES) and factor graphs (MARKOV) can");
        words_.fail("expected BAYES or MARKOV, found " + shown(kind));
    }

    void read_cardinalities() {
        const std::size_t variables = words_.count("the number of variables");
        if (variables > options_.limits.max_variables)
            refuse_size("variables", variables, options_.limits.max_variables);
        for (std::size_t v = 0; v < variables; ++v) {
            const std::size_t states = words_.integer("a number of states");
            if (states == 0) words_.fail("a variable needs one state at least");
            if (states > options_.limits.max_states)
                refuse_size("states of a variable", states, options_.limits.max_states);
            cardinalities_.push_back(states);
            places_.push_back(words_.place());
        }
    }

    [[noreturn]] void refuse_size(const char* what, std::size_t size, std::size_t limit) {
        throw TooLargeError("there are " + std::to_string(size) + " " + what + ", the limit is " +
                                std::to_string(limit),
                            words_.cursor().locate(words_.place()),
                            "raise the limits of pgm::Limits");
    }

    void read_scopes() {
        const std::size_t tables = words_.count("the number of tables");
        if (!model_.is_factor_graph && tables != cardinalities_.size())
            words_.fail("a network has a table for each variable, which is " +
                        std::to_string(cardinalities_.size()) + ", found " +
                        std::to_string(tables));
        std::vector<std::size_t> last_scope(cardinalities_.size(), 0);
        for (std::size_t t = 1; t <= tables; ++t) {
            TableScope scope;
            const std::size_t size = words_.count("the number of variables of a table");
            scope.place = words_.place();
            if (size == 0 && !model_.is_factor_graph)
                words_.fail("a table of a network has one variable at least");
            for (std::size_t i = 0; i < size; ++i) {
                const std::size_t variable = read_variable();
                if (std::exchange(last_scope[variable], t) == t)
                    words_.fail("variable " + std::to_string(variable) +
                                " is twice in the scope of a table");
                scope.variables.push_back(variable);
            }
            if (!model_.is_factor_graph) require_first_table(scope.variables.back());
            has_names_of_agrum_ = has_names_of_agrum_ && is_followed_by_name_of_agrum(words_);
            scopes_.push_back(std::move(scope));
        }
    }

    void require_first_table(std::size_t child) {
        has_table_.resize(cardinalities_.size());
        if (std::exchange(has_table_[child], 1))
            words_.fail("variable " + std::to_string(child) +
                            " has a table already, and the variable of a table is the last one "
                            "of its scope",
                        "a model that is no network begins with MARKOV");
    }

    std::size_t read_variable() {
        const std::size_t variable = words_.integer("a variable");
        if (variable >= cardinalities_.size())
            words_.fail("there is no variable " + std::to_string(variable) + ", only " +
                        counted(cardinalities_.size(), "variable") + ", counted from 0");
        return variable;
    }

    /// The number of cells of a table, which the text must state.
    std::size_t read_cell_count(const TableScope& scope) {
        std::optional<std::size_t> cells = 1;
        for (const std::size_t variable : scope.variables)
            if (cells) cells = checked_mul(*cells, cardinalities_[variable]);
        const std::size_t found = words_.integer("the number of cells of a table");
        if (found != cells)
            words_.fail("the table has " + (cells ? std::to_string(*cells) : "more than 2^64") +
                        " cells, by the states of its variables, found " + std::to_string(found));
        if (found > options_.limits.max_table_cells)
            refuse_size("cells of a table", found, options_.limits.max_table_cells);
        if (found > words_.cursor().left() / 2)
            words_.cursor().fail(
                words_.cursor().text().size(),
                "the text ends before the " + counted(found, "number") + " of its last table",
                "the file may have been cut off");
        cells_ += found;
        if (cells_ > options_.limits.max_model_cells)
            refuse_size("cells of all tables", cells_, options_.limits.max_model_cells);
        return found;
    }

    void read_end() {
        ends_with_number_ = !scopes_.empty() && words_.cursor().left() == 0;
        if (!words_.has_word()) return;
        words_.word("");
        words_.fail("the text goes on after the last table");
    }

    static std::string name_of(std::size_t variable) { return "X" + std::to_string(variable); }

    void add_variables() {
        for (std::size_t v = 0; v < cardinalities_.size(); ++v) {
            std::vector<WrittenName> states;
            for (std::size_t s = 0; s < cardinalities_[v]; ++s)
                states.push_back({std::to_string(s), places_[v]});
            assembly_.add_variable({{name_of(v), places_[v]}, std::move(states), {}});
        }
    }

    void read_network() {
        std::vector<WrittenTable> tables;
        for (const TableScope& scope : scopes_) tables.push_back(read_table(scope));
        read_end();
        if (ends_with_number_) require_whole_row(tables.back());
        require_distributions(tables);
        add_variables();
        for (std::size_t t = 0; t < scopes_.size(); ++t) add_family(scopes_[t], tables[t]);
    }

    WrittenTable read_table(const TableScope& scope) {
        WrittenTable table;
        const std::size_t cells = read_cell_count(scope);
        words_.has_word();
        table.numbers.begin = words_.cursor().offset();
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const double number = words_.number("a probability");
            table.numbers.add(number, words_.place());
        }
        return table;
    }

    /// A row at the very end that does not sum to 1 is a number that was cut off.
    void require_whole_row(const WrittenTable& table) {
        const std::span<const double> numbers = table.numbers.values;
        const std::size_t states = cardinalities_[scopes_.back().variables.back()];
        if (judge_row(numbers.last(states)).verdict != RowVerdict::wrong_sum) return;
        words_.cursor().fail(words_.cursor().text().size(), "the text ends within its last row",
                             "the file may have been cut off");
    }

    /// Some files of the competitions begin with BAYES and have factors: most of their tables are
    /// no distributions. That is said once, not of every row.
    void require_distributions(std::span<const WrittenTable> tables) {
        std::size_t others = 0, first = 0;
        for (std::size_t t = 0; t < tables.size(); ++t) {
            if (is_distribution(tables[t].numbers.values, scopes_[t].variables.back())) {
                // Half of them are enough, so that most files are looked at by half.
                if (t + 1 - others >= tables.size() - tables.size() / 2) return;
            } else if (others++ == 0) {
                first = t;
            }
        }
        if (others < 2) return;
        throw ModelError(std::to_string(others) + " of " + counted(tables.size(), "table") +
                             " are no distributions of the last variable of their scope",
                         words_.cursor().locate(scopes_[first].place),
                         "a model of factors begins with MARKOV");
    }

    bool is_distribution(std::span<const double> numbers, std::size_t child) const {
        const std::size_t states = cardinalities_[child];
        for (; !numbers.empty(); numbers = numbers.subspan(states))
            if (judge_row(numbers.first(states)).verdict == RowVerdict::wrong_sum) return false;
        return true;
    }

    void add_family(const TableScope& scope, WrittenTable& table) {
        const auto named = [&](std::size_t variable) {
            return WrittenName{name_of(variable), scope.place};
        };
        WrittenFamily family;
        family.child = named(scope.variables.back());
        for (std::size_t i = 0; i + 1 < scope.variables.size(); ++i)
            family.parents.push_back(named(scope.variables[i]));
        family.offset = scope.place;
        if (has_names_of_agrum_) table.order = assembly_.order_of_agrum(family);
        family.distribution = std::move(table);
        assembly_.add_family(std::move(family));
    }

    void read_factor_graph() {
        FactorGraph graph{cardinalities_, {}};
        for (const TableScope& scope : scopes_) graph.factors.push_back(read_factor(scope));
        read_end();
        require_room_for_free_variables();
        const std::vector<VariableId> order = elimination_order_of(graph);
        add_variables();
        EliminatedGraph eliminated = eliminate(std::move(graph), order);
        if (eliminated.log_partition == -infinity)
            throw ModelError("the factors allow no assignment: their partition function Z is 0",
                             words_.cursor().locate(0));
        for (TableCpd& cpd : eliminated.cpds) assembly_.builder().set_cpd(std::move(cpd));
        model_.log_partition = eliminated.log_partition;
        if (ends_with_number_)
            assembly_.note(words_.place(), "the text ends with a number and no line end",
                           "digits are missing if the file was cut off");
        if (eliminated.has_underflow)
            assembly_.warn(0, "some products of factors are below 1e-308 of others and became 0",
                           "evidence that only these allow is taken for impossible");
    }

    /// Variables of one state do not matter to a factor and are left out of its scope.
    Table read_factor(const TableScope& scope) {
        std::vector<VariableId> variables;
        std::vector<std::size_t> cardinalities;
        for (const std::size_t variable : scope.variables) {
            if (cardinalities_[variable] == 1) continue;
            variables.emplace_back(variable);
            cardinalities.push_back(cardinalities_[variable]);
        }
        read_cell_count(scope);
        Table factor{Scope(variables, cardinalities)};
        for (double& number : factor.values()) {
            number = words_.number("a number of a factor");
            if (number < 0)
                words_.fail("a factor has no negative numbers, found " + to_text(number));
        }
        return factor;
    }

    /// Tables of variables without a factor are not in the text.
    void require_room_for_free_variables() {
        const std::size_t states =
            std::accumulate(cardinalities_.begin(), cardinalities_.end(), std::size_t{0});
        if (states > cells_ + options_.limits.max_filled_cells)
            throw TooLargeError("the variables have " + std::to_string(states) +
                                    " states, and those without a factor may have " +
                                    std::to_string(options_.limits.max_filled_cells),
                                words_.cursor().locate(places_.back()),
                                "raise Limits::max_filled_cells");
    }

    std::vector<VariableId> elimination_order_of(const FactorGraph& graph) {
        std::vector<Scope> scopes;
        for (const Table& factor : graph.factors) scopes.push_back(factor.scope());
        const Limits& limits = options_.limits;
        try {
            return elimination_order(
                cardinalities_, scopes, limits.max_table_cells,
                checked_add(cells_, limits.max_filled_cells).value_or(limits.max_filled_cells));
        } catch (const TooLargeError& error) {
            throw TooLargeError(error.message(), words_.cursor().locate(0), error.hint());
        }
    }

    const ReadOptions& options_;
    UaiWords words_;
    NetworkAssembly assembly_;
    UaiModel model_;
    std::vector<std::size_t> cardinalities_, places_;  ///< by variable
    std::vector<TableScope> scopes_;
    std::vector<char> has_table_;  ///< by variable, of a network
    std::size_t cells_ = 0;
    bool ends_with_number_ = false;   ///< so that digits may be missing
    bool has_names_of_agrum_ = true;  ///< so far, behind every scope
};

}  // namespace

UaiModel read_uai_model(std::string_view text, const ReadOptions& options) {
    return UaiModelReader(text, options).read();
}

}  // namespace pgm::io
