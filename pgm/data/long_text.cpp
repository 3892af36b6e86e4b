#include <pgm/data/unusable_columns.hpp>

#include <pgm/core/text/name_text.hpp>

#include <algorithm>

namespace pgm {
namespace {

/// The bytes of the longest state; 0 for a continuous column.
std::size_t longest_state(const Column& column) {
    std::size_t longest = 0;
    for (const std::string& state : column.variable.states())
        longest = std::max(longest, state.size());
    return longest;
}

}  // namespace

std::vector<std::string> long_text_remarks(const Dataset& data, const Limits& limits) {
    std::vector<std::string> remarks;
    for (const Column& column : data.columns()) {
        const std::size_t longest = longest_state(column);
        if (longest > limits.max_name_bytes)
            remarks.push_back("'" + printable(column.name()) + "' has a text of " +
                              std::to_string(longest) +
                              " bytes, and the name of a state has at most " +
                              std::to_string(limits.max_name_bytes));
    }
    return remarks;
}

Dataset without_long_texts(const Dataset& data, const Limits& limits) {
    std::vector<ColumnId> kept;
    for (std::size_t i = 0; i < data.columns().size(); ++i)
        if (longest_state(data.columns()[i]) <= limits.max_name_bytes) kept.emplace_back(i);
    return data.select_columns(kept);
}

}  // namespace pgm
