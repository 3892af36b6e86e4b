#include <apps/pgm/report/page/sections.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/page/page_numbers.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

namespace pgm::apps {
namespace {

using learners::Association;

/// Beyond this many classes there are no columns for each, beyond so many rows and states no rows.
constexpr std::size_t most_groups = 6, most_rows = 300, most_states_of_column = 12;

/// Some rows of the table, which have a name for people.
struct RowGroup {
    std::string name;
    std::vector<std::uint32_t> rows;
    double weight = 0;
};

/// The numbers of a column in some rows.
struct SpreadOfNumbers {
    double weight = 0, mean = 0, sd = 0, skewness = 0, low = 0, median = 0, high = 0;
};

/// A quantile of numbers that are sorted, between two of them linear; a number of weight 2 is two.
double quantile_of(const std::vector<std::pair<double, double>>& sorted, double weight,
                   double probability) {
    const double at = probability * (weight - 1), below = std::floor(at);
    double passed = 0, first = sorted.back().first, second = first;
    bool has_first = false;
    for (const auto& [number, own] : sorted) {
        passed += own;
        if (!has_first && passed > below) {
            first = number;
            has_first = true;
        }
        if (passed > below + 1) {
            second = number;
            break;
        }
    }
    return first + (at - below) * (second - first);
}

std::optional<SpreadOfNumbers> spread_of(const Dataset& data, const Column& column,
                                         const RowGroup& group) {
    std::vector<std::pair<double, double>> numbers;
    SpreadOfNumbers spread;
    for (const std::uint32_t row : group.rows) {
        const double weight = data.weights().empty() ? 1 : data.weights()[row];
        if (column.is_missing(row) || !(weight > 0)) continue;
        numbers.emplace_back(column.value(row), weight);
        spread.weight += weight;
    }
    if (numbers.empty()) return std::nullopt;
    for (const auto& [number, weight] : numbers) spread.mean += number * (weight / spread.weight);
    double squares = 0, cubes = 0;
    for (const auto& [number, weight] : numbers) {
        const double distance = number - spread.mean;
        squares += weight * distance * distance;
        cubes += weight * distance * distance * distance;
    }
    const double variance = squares / spread.weight;
    spread.sd = spread.weight > 1 ? std::sqrt(squares / (spread.weight - 1)) : 0;
    spread.skewness = variance > 0 ? cubes / spread.weight / std::pow(variance, 1.5) : 0;
    std::ranges::sort(numbers);
    spread.low = quantile_of(numbers, spread.weight, 0.25);
    spread.median = quantile_of(numbers, spread.weight, 0.5);
    spread.high = quantile_of(numbers, spread.weight, 0.75);
    return spread;
}

/// Makes the rows of table 1.
class TableOne {
public:
    explicit TableOne(const PageTable& table) : table_(table), data_(table.data) {
        make_groups();
        find_tests();
    }

    const std::string& refusal() const { return refusal_; }
    double rows_without_class() const { return without_class_; }
    /// True if there are groups, too many of them to have columns.
    bool hides_groups() const { return groups_.size() > most_groups + 1; }

    /// The members of every column for programs.
    void visit_columns(const ReportRows::Visit& visit) const {
        for (const ColumnId id : columns_) visit(for_programs(id));
    }

    std::vector<Report> rows_for_people() const {
        std::vector<Report> rows;
        for (const ColumnId id : columns_) {
            if (rows.size() > most_rows)
                rows.push_back({});  // it is counted only
            else if (data_.column(id).is_discrete())
                add_states(rows, id);
            else
                rows.push_back(numbers_row(id));
        }
        return rows;
    }

private:
    void make_groups() {
        std::vector<RowGroup> classes;
        std::optional<Column> target;
        if (!table_.class_name.empty()) {
            target = as_discrete(data_.column(table_.class_name));
            for (const std::string& state : target->variable.states())
                classes.push_back({state, {}});
        }
        RowGroup all{"all", {}};
        for (std::uint32_t row = 0; row < data_.rows(); ++row) {
            const double weight = data_.weights().empty() ? 1 : data_.weights()[row];
            all.rows.push_back(row);
            all.weight += weight;
            if (!target) continue;
            if (const auto state = target->state(row)) {
                classes[state->index()].rows.push_back(row);
                classes[state->index()].weight += weight;
            } else {
                without_class_ += weight;
            }
        }
        groups_ = std::move(classes);
        groups_.push_back(std::move(all));
        for (std::size_t i = 0; i < data_.columns().size(); ++i)
            if (data_.columns()[i].name() != table_.class_name) columns_.emplace_back(i);
        is_skewed_.resize(data_.columns().size());
        for (const ColumnId id : columns_) {
            const Column& column = data_.column(id);
            if (column.is_discrete()) continue;
            const auto spread = spread_of(data_, column, groups_.back());
            is_skewed_[id.index()] = spread && std::abs(spread->skewness) > 1;
        }
    }

    /// The association of every column with the class, of ranks where the column is skewed.
    void find_tests() {
        tests_.resize(data_.columns().size());
        if (table_.class_name.empty() || columns_.empty()) return;
        constexpr std::size_t permutations = 10000;
        try {
            const Dataset tested = data_.with_column(as_discrete(data_.column(table_.class_name)));
            for (const bool ranks : {false, true}) {
                learners::AssociationOptions options{.with = tested.id(table_.class_name),
                                                     .ranks = ranks,
                                                     .permutations = permutations,
                                                     .seed = table_.seed,
                                                     .threads = table_.threads};
                for (const ColumnId id : columns_)
                    if (is_skewed_[id.index()] == ranks) options.columns.push_back(id);
                if (options.columns.empty()) continue;
                for (const Association& pair : learners::associations(tested, options)) {
                    const bool is_first = pair.second == *options.with;
                    tests_[(is_first ? pair.first : pair.second).index()] = pair;
                }
            }
        } catch (const ArgumentError& error) {
            refusal_ = error.message();
        }
    }

    std::optional<double> p_of(ColumnId id) const {
        const auto& test = tests_[id.index()];
        return test && test->result ? std::optional(test->result->p) : std::nullopt;
    }

    double missing(const Column& column) const {
        double weight = 0;
        for (std::size_t row = 0; row < column.rows(); ++row)
            if (column.is_missing(row))
                weight += data_.weights().empty() ? 1 : data_.weights()[row];
        return weight;
    }

    /// The weights of the states of a column in some rows.
    std::vector<double> counts_of(const Column& column, const RowGroup& group) const {
        std::vector<double> sums(column.variable.cardinality(), 0.0);
        for (const std::uint32_t row : group.rows)
            if (const auto state = column.state(row))
                sums[state->index()] += data_.weights().empty() ? 1 : data_.weights()[row];
        return sums;
    }

    Report numbers_of(const Column& column, const RowGroup& group) const {
        Report report{{"rows", Count{group.weight}}};
        if (column.is_discrete()) return report.add("counts", counts(counts_of(column, group)));
        const auto spread = spread_of(data_, column, group);
        const auto member = [&](double SpreadOfNumbers::*number) {
            return spread ? Value((*spread).*number) : Value();
        };
        using S = SpreadOfNumbers;
        return report.add("mean", member(&S::mean))
            .add("sd", member(&S::sd))
            .add("median", member(&S::median))
            .add("quartiles", std::vector{member(&S::low), member(&S::high)});
    }

    Report for_programs(ColumnId id) const {
        const Column& column = data_.column(id);
        Report report{{"column", column.name()}};
        if (column.is_discrete()) report.add("states", column.variable.states());
        report.add("missing", Count{missing(column)})
            .add("all", numbers_of(column, groups_.back()));
        if (groups_.size() > 1) {
            Report classes;
            for (std::size_t g = 0; g + 1 < groups_.size(); ++g)
                classes.add(groups_[g].name, numbers_of(column, groups_[g]));
            const auto& test = tests_[id.index()];
            report.add("classes", classes)
                .add("test", test ? Value(learners::name_of(test->test)) : Value())
                .add("p", p_of(id));
        }
        return report;
    }

    /// A row for people: a cell per group by `text_of`, then the missing cells and p of the column
    /// where it is given.
    template <class TextOf>
    Report row_of(std::string name, TextOf text_of, std::optional<ColumnId> id) const {
        Report row{Shown{"", std::move(name)}};
        for (std::size_t g = hides_groups() ? groups_.size() - 1 : 0; g < groups_.size(); ++g)
            row.add(Shown{(groups_.size() > 1 ? shown_name(groups_[g].name) + ", " : "") +
                              "n = " + to_text(groups_[g].weight, 12),
                          text_of(g), Align::right});
        const double gaps = id ? missing(data_.column(*id)) : 0;
        row.add(Shown{"missing", gaps > 0 ? to_text(gaps, 12) : "", Align::right});
        if (groups_.size() > 1) row.add(Shown{"p", id ? p_text(p_of(*id)) : "", Align::right});
        return row;
    }

    Report numbers_row(ColumnId id) const {
        const Column& column = data_.column(id);
        const bool by_median = is_skewed_[id.index()];
        std::vector<std::optional<SpreadOfNumbers>> spreads;
        double least = infinity;  // the narrowest group decides about decimals
        for (const RowGroup& group : groups_) {
            const auto& spread = spreads.emplace_back(spread_of(data_, column, group));
            const double sd = !spread     ? 0
                              : by_median ? (spread->high - spread->low) / 2
                                          : spread->sd;
            if (sd > 0) least = std::min(least, sd);
        }
        const auto text = [decimals = decimals_for(least)](double number) {
            return decimals_text(number, decimals);
        };
        return row_of(
            shown_name(column.name()) + (by_median ? ", median [quartiles]" : ", mean (sd)"),
            [&](std::size_t group) -> std::string {
                const auto& spread = spreads[group];
                if (!spread) return "-";
                if (!by_median) return text(spread->mean) + " (" + text(spread->sd) + ")";
                return text(spread->median) + " [" + text(spread->low) + ", " + text(spread->high) +
                       "]";
            },
            id);
    }

    /// A row for the second of two states, as the first mirrors it, or one for each of several.
    void add_states(std::vector<Report>& rows, ColumnId id) const {
        const Column& column = data_.column(id);
        const std::string name = shown_name(column.name());
        const std::vector<std::string>& states = column.variable.states();
        std::vector<std::vector<double>> sums;
        for (const RowGroup& group : groups_) sums.push_back(counts_of(column, group));
        const auto share_of = [&sums](std::size_t state) {
            return [&sums, state](std::size_t group) {
                const std::vector<double>& own = sums[group];
                return to_text(own[state], 12) + " (" +
                       percent_text(own[state], std::accumulate(own.begin(), own.end(), 0.0)) + ")";
            };
        };
        const std::size_t last = states.size() - 1;
        if (states.size() <= 2) {
            rows.push_back(
                row_of(name + " = " + shown_name(states[last]) + ", n (%)", share_of(last), id));
            return;
        }
        const auto nothing = [](std::size_t) { return std::string(); };
        rows.push_back(row_of(name + ", n (%)", nothing, id));
        const std::size_t shown = std::min(states.size(), most_states_of_column);
        for (std::size_t s = 0; s < shown; ++s)
            rows.push_back(row_of("\u2003" + shown_name(states[s]), share_of(s), std::nullopt));
        if (states.size() > shown)
            rows.push_back(row_of("\u2003and " + counted(states.size() - shown, "more state"),
                                  nothing, std::nullopt));
    }

    PageTable table_;
    const Dataset& data_;
    std::vector<RowGroup> groups_;  ///< the classes, then all rows
    std::vector<ColumnId> columns_;
    // By number of the column.
    std::vector<bool> is_skewed_;
    std::vector<std::optional<Association>> tests_;
    std::string refusal_;
    double without_class_ = 0;
};

}  // namespace

Report table_one_section(const PageTable& table) {
    const bool has_class = !table.class_name.empty();
    Report report{Heading{has_class ? "Table 1: the rows by " + shown_name(table.class_name)
                                    : "Table 1: the rows"}};
    const auto made = std::make_shared<const TableOne>(table);
    report.add("table_1",
               ReportRows([made](const ReportRows::Visit& visit) { made->visit_columns(visit); }),
               Section{.title = "", .rows = made->rows_for_people(), .most = most_rows});
    std::string note =
        "Numbers are a mean and standard deviation, or the median and quartiles where their "
        "skewness is above 1. Shares are of the rows that have the cell.";
    if (has_class)
        note +=
            " p: analysis of variance, Kruskal-Wallis test of what has a median, likelihood "
            "ratio test of states.";
    if (made->hides_groups()) note += " The classes are too many to have columns of their own.";
    if (made->rows_without_class() > 0)
        note += " " + counted(to_text(made->rows_without_class(), 12), "row") +
                " without a class " + (made->rows_without_class() == 1 ? "is" : "are") +
                " among all.";
    if (!made->refusal().empty()) note += " There is no p: " + made->refusal() + ".";
    return report.add(Sentence{note});
}

}  // namespace pgm::apps
