#include <fmt/format.h>
#include <apps/pgm/render/wording.hpp>

#include <io/file/file_bytes.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>

namespace pgm::apps {
namespace {

constexpr int digits_for_people = 6;
constexpr std::size_t name_columns = 60;  ///< that a name may take
/// The decimal powers next to the ends of the range of normal doubles.
constexpr double smallest_shown = 1e-308, largest_shown = 1e308;

}  // namespace

std::string visible(std::string_view text) {
    if (is_printable_ascii(text)) return std::string(text);
    std::string result;
    while (!text.empty()) {
        const char32_t c = take_code_point(text);
        if (c == U'\n') {
            result += "\\n";
        } else if (c == U'\t') {
            result += "\\t";
        } else if (is_invisible_control(c)) {
            const auto number = static_cast<unsigned>(c);
            result +=
                c < 0x100 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
        } else {
            append_code_point(result, c);
        }
    }
    return result;
}

std::string shown_name(std::string_view name) {
    return shortened(visible(name), name_columns);
}

std::string quoted_name(std::string_view name) {
    return "'" + shown_name(name) + "'";
}

std::string number_text(double number) {
    return to_text(number, digits_for_people);
}

std::string probability_text(double probability) {
    const bool below = probability > 0 && probability < smallest_shown;
    return below ? "< 1e-308" : number_text(probability);
}

double shown_probability(double probability, bool is_possible) {
    const bool is_too_small = is_possible && probability == 0;
    return is_too_small ? std::numeric_limits<double>::denorm_min() : probability;
}

std::string probability_text_of_log(double log_probability) {
    if (std::isinf(log_probability)) return log_probability < 0 ? "0" : "> 1e308";
    const double probability = std::exp(log_probability);
    if (probability < smallest_shown) return "< 1e-308";
    return probability > largest_shown ? "> 1e308" : probability_text(probability);
}

std::string equation_text(const std::string& what, const std::string& probability_text) {
    const bool is_bound = probability_text.starts_with('<') || probability_text.starts_with('>');
    return what + (is_bound ? " " : " = ") + probability_text;
}

std::string bytes_text(double bytes) {
    if (std::isinf(bytes)) return count_text(bytes) + " bytes";
    const char* const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < std::size(units)) {
        bytes /= 1000;
        ++unit;
    }
    return to_text(bytes, 4) + " " + units[unit];
}

std::string count_text(double count) {
    if (std::isinf(count)) return "more than 1e308";
    return count < 0x1p53 ? std::to_string(static_cast<std::uint64_t>(count)) : to_text(count, 6);
}

std::string evidence_text(double log_evidence, bool is_density) {
    const std::string what = is_density ? "density of the evidence" : "P(evidence)";
    return equation_text(what, probability_text_of_log(log_evidence)) + "   log " + what + " = " +
           number_text(log_evidence);
}

std::string bar_text(double fraction) {
    constexpr double longest = 20;
    const auto length =
        static_cast<std::size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * longest));
    return length == 0 && fraction > 0 ? "." : std::string(length, '#');
}

std::string factorisation_text(const BayesianNetwork& network) {
    return visible(factorisation(network, name_columns));
}

std::string enumerated(std::span<const std::string> texts) {
    std::string text;
    for (std::size_t i = 0; i < texts.size(); ++i)
        text.append(i == 0 ? "" : i + 1 == texts.size() ? " and " : ", ").append(texts[i]);
    return text;
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
    if (names.size() <= most) return join(names, shown_name);
    return join(std::span(names).first(most), shown_name) + ", ... (" +
           std::to_string(names.size()) + ")";
}

std::string source_text(const std::string& path) {
    return io::is_standard_stream(path) ? "standard input" : path;
}

std::string source_text(std::span<const std::string> paths) {
    const std::size_t others = paths.size() - 1;
    const std::string first = source_text(paths.front());
    return others == 0 ? first : first + " and " + counted(others, "other file");
}

std::string joined_names(const BayesianNetwork& network, std::span<const VariableId> variables) {
    return join(variables, [&](VariableId id) { return shown_name(network.variable(id).name()); });
}

}  // namespace pgm::apps
