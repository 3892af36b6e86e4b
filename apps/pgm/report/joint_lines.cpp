#include <apps/pgm/report/joint_lines.hpp>

#include <apps/pgm/report/wording.hpp>

#include <string>
#include <vector>

namespace pgm::apps {
namespace {

constexpr std::size_t indent = 2;

/// Lines of a joint distribution. What recurs in line after line, the states, is padded once.
class JointLines {
public:
    JointLines(const BayesianNetwork& network, const JointPosterior& joint)
        : joint_(joint),
          axes_(joint.table.scope().size()),
          columns_(std::vector<TextColumns::Align>(axes_ + 2, TextColumns::Align::left)),
          line_(axes_ + 2) {
        for (std::size_t i = 0; i < axes_; ++i) {
            add_variable(i, network.variable(joint.table.scope().variables()[i]));
        }
        for_each_probability([&](double p) { columns_.widen(axes_, probability_text(p)); });
        for (std::size_t i = 0; i < axes_; ++i) {
            names_[i] = columns_.padded(i, names_[i]);
            for (std::string& state : states_[i]) state = columns_.padded(i, state);
        }
    }

    void write(Output& out) {
        std::string text;
        TextColumns::append_line(text, names_, indent);
        out.write(text);
        std::vector<std::size_t> at(axes_, 0);
        for (std::size_t i = 0; i < axes_; ++i) line_[i] = states_[i].front();
        for_each_probability([&](double p) {
            line_[axes_] = columns_.padded(axes_, probability_text(p));
            line_[axes_ + 1] = bar_text(p);
            text.clear();
            TextColumns::append_line(text, line_, indent);
            out.write(text);
            advance(at);
        });
    }

private:
    template <class Visit>
    void for_each_probability(Visit visit) const {
        auto too_small = joint_.too_small.begin();
        for (std::size_t cell = 0; cell < joint_.table.size(); ++cell) {
            const bool is_too_small = too_small != joint_.too_small.end() && *too_small == cell;
            if (is_too_small) ++too_small;
            visit(shown_probability(joint_.table[cell], is_too_small));
        }
    }

    void add_variable(std::size_t column, const Variable& variable) {
        names_.push_back(shown_name(variable.name()));
        columns_.widen(column, names_.back());
        std::vector<std::string>& states = states_.emplace_back();
        for (const std::string& state : variable.states()) {
            states.push_back(shown_name(state));
            columns_.widen(column, states.back());
        }
    }

    /// To the next cell: the last axis goes fastest.
    void advance(std::vector<std::size_t>& at) {
        for (std::size_t i = axes_; i-- > 0;) {
            const bool wraps = ++at[i] == states_[i].size();
            if (wraps) at[i] = 0;
            line_[i] = states_[i][at[i]];
            if (!wraps) return;
        }
    }

    const JointPosterior& joint_;
    std::size_t axes_;
    TextColumns columns_;
    std::vector<std::string> names_;                ///< padded, by axis
    std::vector<std::vector<std::string>> states_;  ///< padded, by axis and state
    std::vector<std::string> line_;                 ///< of the cell that comes next
};

}  // namespace

void write_joint_lines(Output& out, const BayesianNetwork& network, const JointPosterior& joint) {
    JointLines(network, joint).write(out);
}

}  // namespace pgm::apps
