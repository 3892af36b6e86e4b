#include <learners/discretise/detail/cut_words.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/option_text.hpp>
#include <pgm/core/text/suggest.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

void require_continuous(const std::string& name, std::span<const Variable> schema) {
    const auto found = std::find_if(schema.begin(), schema.end(), [&](const Variable& variable) {
        return variable.name() == name;
    });
    if (found == schema.end()) {
        std::vector<std::string> names;
        for (const Variable& variable : schema) names.push_back(variable.name());
        throw ArgumentError("there is no column '" + printable(name) + "' to be cut",
                            did_you_mean(name, names));
    }
    if (found->is_discrete())
        throw ArgumentError("the column '" + printable(name) + "' is discrete, it cannot be cut");
}

/// "age=30,40". The name may be quoted, and hold a '=': the last one counts.
std::pair<std::string, CutPoints> column_cuts(std::string_view text) {
    const std::size_t equals = text.rfind('=');
    if (equals == text.npos)
        throw ArgumentError("expected cut points as in cut:age=30,40, not '" + printable(text) +
                            "'");
    std::string_view name = text.substr(0, equals);
    while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
    std::size_t position = 0;
    const bool quoted = !name.empty() && (name.front() == '\'' || name.front() == '"');
    const std::optional<std::string> unquoted = quoted ? read_quoted(name, position) : std::nullopt;
    CutPoints points;
    for (const std::string_view cut : split_list(text.substr(equals + 1), ','))
        points.cuts.push_back(number_of(cut, "cut", "after the name of a column", "cut:age=30,40"));
    return {unquoted && position == name.size() ? *unquoted : std::string(name), std::move(points)};
}

}  // namespace

CutWords parse_cut_words(std::string_view words, std::span<const Variable> schema) {
    CutWords cuts;
    for (std::string_view piece : split_list(words, ';')) {
        const OptionText option = split_option(piece);
        if (option.word != "cut" && piece.find('=') == piece.npos) {
            if (cuts.rule)
                throw ArgumentError("two rules for cutting columns, the second being '" +
                                    printable(piece) + "'");
            cuts.rule = parse_cut_rule(piece);
            continue;
        }
        auto [name, points] = column_cuts(option.word == "cut" ? option.argument : piece);
        require_continuous(name, schema);
        cuts.given.add(std::move(name), std::move(points));
    }
    return cuts;
}

}  // namespace pgm::learners::detail
