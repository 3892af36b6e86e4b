#include <io/format/block/bif.hpp>

#include <io/format/block/detail/bif_name.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/format/detail/plain_name.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

/// "position = (1, 2)", the one property that programs share.
bool is_position(std::string_view line) {
    constexpr std::string_view begin = "position = (";
    return line.starts_with(begin) && line.ends_with(')') &&
           std::ranges::all_of(
               line.substr(begin.size(), line.size() - begin.size() - 1), [](char c) {
                   return (c >= '0' && c <= '9') || c == ',' || c == ' ' || c == '.' || c == '-';
               });
}

/// Builds the plain network one variable at a time, and notes what differs.
class PlainCopy {
public:
    explicit PlainCopy(const BayesianNetwork& network) : network_(network) {
        builder_.set_row_sums(network.row_sums());
        std::vector<std::string> names;
        for (const Variable& variable : network.variables()) {
            is_kept_.push_back(variable.cardinality() != 1);
            ids_.emplace_back(names.size());
            if (is_kept_.back()) names.push_back(variable.name());
        }
        names_ = plain_names(names, FirstByte::letter);
    }

    PlainNetwork copy() && {
        // R's bnlearn calls a network without a name so.
        const std::string name = plain_network_name(network_, "unknown");
        if (name != network_.name() && !network_.name().empty())
            note("the name " + in_quotes(network_.name()) + " of the network, written as " + name);
        builder_.set_name(name);
        for (std::size_t v = 0; v < network_.size(); ++v) add_variable(VariableId(v));
        for (std::size_t v = 0; v < network_.size(); ++v)
            if (is_kept_[v]) builder_.set_cpd(table_of(VariableId(v)));
        properties_ += network_.annotations().size();
        if (properties_ > 0)
            note((properties_ == 1 ? "a property" : std::to_string(properties_) + " properties"));
        return {std::move(builder_).build(), std::move(changes_)};
    }

private:
    void note(std::string change) { changes_.push_back(std::move(change)); }

    void add_variable(VariableId id) {
        const Variable& old = network_.variable(id);
        if (!is_kept_[id.index()]) {
            note("the variable " + in_quotes(old.name()) + ", which has one state only");
            return;
        }
        const std::string& name = names_[ids_[id.index()].index()];
        if (name != old.name())
            note("the name " + in_quotes(old.name()) + " of a variable, written as " + name);
        std::vector<std::string> states = plain_names(old.states(), FirstByte::letter_or_digit);
        std::string written;
        for (std::size_t s = 0; s < states.size(); ++s)
            if (states[s] != old.states()[s])
                written.append(written.empty() ? "" : ", ")
                    .append(in_quotes(old.states()[s]) + " as " + states[s]);
        if (!written.empty()) note("states of " + in_quotes(old.name()) + ", written " + written);
        Variable variable(name, std::move(states));
        for (const std::string& line : old.annotations())
            is_position(line) ? variable.annotate(line) : static_cast<void>(++properties_);
        builder_.add_variable(std::move(variable));
    }

    /// A parent with one state only has no part in the numbering of rows.
    TableCpd table_of(VariableId id) const {
        const TableCpd cpd = detail::table_of(network_, id);
        std::vector<VariableId> variables;
        std::vector<std::size_t> cardinalities;
        for (const VariableId variable : cpd.scope().variables()) {
            if (!is_kept_[variable.index()]) continue;
            variables.push_back(ids_[variable.index()]);
            cardinalities.push_back(network_.cardinality(variable));
        }
        return TableCpd(Scope(std::move(variables), std::move(cardinalities)),
                        cpd.table().values());
    }

    const BayesianNetwork& network_;
    NetworkBuilder builder_;
    std::vector<bool> is_kept_;
    std::vector<VariableId> ids_;  ///< in the plain network, of those that are kept
    std::vector<std::string> names_;
    std::vector<std::string> changes_;
    std::size_t properties_ = 0;
};

}  // namespace

PlainNetwork plain_network(const BayesianNetwork& network) {
    require_discrete(network, "BIF");
    return PlainCopy(network).copy();
}

}  // namespace pgm::io
