#include <io/format/block/bn.hpp>

#include <io/format/detail/network_writing.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <variant>

namespace pgm::io {

using namespace detail;

namespace {

bool is_to_be_filled_in(const Variable& variable) {
    const std::vector<std::string>& lines = variable.annotations();
    return std::ranges::find(lines, to_be_filled_in) != lines.end();
}

class BnWriter {
public:
    BnWriter(const BayesianNetwork& network, std::ostream& out) : network_(network), out_(out) {
        for (const Variable& variable : network.variables())
            if (const std::size_t blank = variable.name().find(' '); blank != std::string::npos)
                first_words_.insert(variable.name().substr(0, blank));
    }

    void write() {
        if (!network_.name().empty())
            out_ << "# network " << quoted_if_needed(network_.name()) << '\n';
        for (const Variable& variable : network_.variables()) write_variable(variable);
        for (const Cpd& cpd : network_.cpds()) write_arcs(cpd);
        for (const Cpd& cpd : network_.cpds()) {
            const Variable& variable = network_.variable(child_of(cpd));
            if (!is_to_be_filled_in(variable) && variable.kind() != Variable::Kind::decision)
                std::visit([&](const auto& kind) { write_rows(kind); }, cpd);
        }
    }

private:
    std::string name(VariableId id) const { return name_text(network_.variable(id)); }

    /// In quotes also where it would make its line a comment, or its beginning the mark of UTF-8
    /// that readers leave out.
    static std::string name_text(const Variable& variable) {
        const std::string text = quoted_if_needed(variable.name());
        const bool is_taken_otherwise =
            text.starts_with('#') || text.starts_with("//") || text.starts_with(byte_order_mark);
        return is_taken_otherwise ? "'" + text + "'" : text;
    }

    /// In quotes also where signs or numbers beside it might be read with it.
    std::string name_in_sum(VariableId id) const {
        const std::string& plain = network_.variable(id).name();
        const std::string text = name(id);
        constexpr std::string_view other_beginnings = "+-*/[].0123456789";
        const bool stands_alone =
            text != plain || (other_beginnings.find(plain.front()) == std::string_view::npos &&
                              !parse_number(plain) && !first_words_.contains(plain));
        return stands_alone ? text : "'" + text + "'";
    }

    void write_variable(const Variable& variable) {
        out_ << name_text(variable) << '{';
        if (!variable.is_discrete())
            out_ << (variable.kind() == Variable::Kind::utility ? "utility" : "real");
        for (std::size_t s = 0; s < variable.cardinality(); ++s)
            out_ << (s == 0 ? "" : "|") << state_text(variable, s);
        out_ << (variable.kind() == Variable::Kind::decision ? ", decision}\n" : "}\n");
    }

    /// The only state in quotes, for {3} are three states, and {real} and {utility} are none.
    static std::string state_text(const Variable& variable, std::size_t number) {
        const std::string& state = variable.states()[number];
        const std::string text = quoted_if_needed(state);
        return variable.cardinality() == 1 && text == state ? "'" + state + "'" : text;
    }

    void write_arcs(const Cpd& cpd) {
        const std::string parents =
            joined(parents_of(cpd), ", ", [&](VariableId parent) { return name(parent); });
        if (!parents.empty()) out_ << parents << " -> " << name(child_of(cpd)) << '\n';
    }

    /// "A | B=b, C=c: "
    void write_head(VariableId child, const Scope& parents, std::size_t row) {
        out_ << name(child);
        const std::vector<StateId> states = parents.states(row);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const VariableId parent = parents.variables()[i];
            out_ << (i == 0 ? " | " : ", ") << name(parent) << '='
                 << quoted_if_needed(network_.variable(parent).state(states[i]));
        }
        out_ << ": ";
    }

    void write_rows(const TableCpd& table) {
        const std::span<const VariableId> parents = table.parents();
        std::vector<std::size_t> sizes;
        for (const VariableId parent : parents) sizes.push_back(network_.cardinality(parent));
        const Scope scope({parents.begin(), parents.end()}, sizes);
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            write_head(table.child(), scope, row);
            out_ << joined(table.row(row), " ") << '\n';
        }
    }

    void write_rows(const LinearGaussianCpd& gaussian) {
        for (std::size_t row = 0; row < gaussian.row_count(); ++row) {
            const auto& [intercept, slopes, variance] = gaussian.row(row);
            write_head(gaussian.child(), gaussian.discrete_scope(), row);
            const bool is_utility =
                network_.variable(gaussian.child()).kind() == Variable::Kind::utility;
            out_ << (is_utility ? "" : "normal(") << to_text(intercept);
            write_terms(gaussian.continuous_parents(), slopes, " + ");
            out_ << (is_utility ? "\n" : ", var " + to_text(variance) + ")\n");
        }
    }

    void write_rows(const ThresholdCpd& threshold) {
        for (std::size_t row = 0; row < threshold.row_count(); ++row) {
            const ThresholdCpd::Row& numbers = threshold.row(row);
            write_head(threshold.child(), threshold.discrete_scope(), row);
            out_ << "threshold(";
            write_terms(threshold.continuous_parents(), numbers.slopes, "");
            out_ << ", at";
            for (const double cut : numbers.cuts) out_ << ' ' << to_text(cut);
            if (numbers.noise == Noise::Kind::logistic)
                out_ << ", logistic " << to_text(noise_of(numbers).scale);
            else if (numbers.variance > 0)
                out_ << ", var " << to_text(numbers.variance);
            out_ << ")\n";
        }
    }

    void write_terms(std::span<const VariableId> variables, const std::vector<double>& slopes,
                     std::string_view plus) {
        for (std::size_t i = 0; i < slopes.size(); ++i) {
            if (slopes[i] < 0)
                out_ << (plus.empty() ? "- " : " - ");
            else
                out_ << plus;
            out_ << to_text(std::abs(slopes[i])) << ' ' << name_in_sum(variables[i]);
            plus = " + ";
        }
    }

    void write_rows(const NoisyMaxCpd& noisy_max) {
        write_rows(tabulated(network_, noisy_max.child()));
    }

    template <class Kind>
    void write_rows(const Kind& cpd) {
        throw ArgumentError(
            "the text of a network has tables, normal distributions and "
            "thresholds, and the distribution of " +
                in_quotes(network_.variable(cpd.child()).name()) + " is of kind '" +
                std::string(Kind::kind) + "'",
            "write a .json or .pgmodel file");
    }

    const BayesianNetwork& network_;
    std::ostream& out_;
    std::set<std::string> first_words_;  ///< of names of several words
};

}  // namespace

void write_bn(const BayesianNetwork& network, std::ostream& out) {
    BnWriter(network, out).write();
}

std::vector<std::string> losses_of_bn(const BayesianNetwork& network) {
    std::vector<std::string> losses = lost_distributions(network);
    std::size_t lines = network.annotations().size();
    for (const Variable& variable : network.variables())
        lines += static_cast<std::size_t>(
            std::ranges::count_if(variable.annotations(),
                                  [](const std::string& line) { return line != to_be_filled_in; }));
    if (lines > 0) losses.push_back(counted(lines, "line") + " of properties");
    return losses;
}

}  // namespace pgm::io
