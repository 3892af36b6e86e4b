#include <tests/support/bif_text.hpp>

#include <io/format/block/bif.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/paths.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace pgm::tests {

std::string written_by(const std::function<void(const BayesianNetwork&, std::ostream&)>& write,
                       const BayesianNetwork& network) {
    std::ostringstream out;
    write(network, out);
    return std::move(out).str();
}

std::string bif_error(std::string_view text, const Limits& limits) {
    try {
        io::read_bif(text, {.name = "x.bif", .limits = limits});
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

BayesianNetwork smoke_and_lung() {
    NetworkBuilder builder("asia");
    builder.variable("smoke", {"yes", "no"}).variable("lung", {"yes", "no"}).arc("smoke", "lung");
    builder.cpt("smoke").values({0.5, 0.5});
    builder.cpt("lung").row("smoke=yes", {0.1, 0.9}).row("smoke=no", {0.01, 0.99});
    return builder.build();
}

std::string smoke_and_lung_bif() {
    return "network asia {\n"
           "}\n"
           "variable smoke {\n"
           "  type discrete [ 2 ] { yes, no };\n"
           "}\n"
           "variable lung {\n"
           "  type discrete [ 2 ] { yes, no };\n"
           "}\n"
           "probability ( smoke ) {\n"
           "  table 0.5, 0.5;\n"
           "}\n"
           "probability ( lung | smoke ) {\n"
           "  (yes) 0.1, 0.9;\n"
           "  (no) 0.01, 0.99;\n"
           "}\n";
}

std::string dense_bif(std::size_t variables, const std::string& states) {
    const std::size_t count =
        1 + static_cast<std::size_t>(std::count(states.begin(), states.end(), ','));
    std::string row = std::to_string(1.0 / static_cast<double>(count));
    for (std::size_t s = 1; s < count; ++s)
        row += ", " + std::to_string(1.0 / static_cast<double>(count));
    std::string text;
    for (std::size_t i = 0; i < variables; ++i) {
        const std::string name = "x" + std::to_string(i);
        text += "variable " + name + " { type discrete { " + states + " }; }\nprobability ( " +
                name + " ) { table " + row + "; }\n";
        for (std::size_t j = 0; j < i; ++j) {
            const std::string child = name + "_" + std::to_string(j);
            text += "variable " + child + " { type discrete { a, b }; }\nprobability ( " + child +
                    " | " + name + ", x" + std::to_string(j) + " ) { default 0.5, 0.5; }\n";
        }
    }
    return text;
}

std::vector<std::string> reference_bif_files(std::size_t max_bytes) {
    std::vector<std::string> names;
    const std::optional<std::string> folder = reference_file("networks/bif");
    if (!folder) return names;
    for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
        if (read_file(entry.path().string()).size() <= max_bytes)
            names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

BayesianNetwork oddly_named_network() {
    const std::vector<std::string> odd = {
        "a b",     "\"",       "\\",    "\\\"",     "a//b",         "/*",    "table",
        "default", "property", "{",     "}",        "(x)",          "[0;3[", "a,b",
        "x|y",     "größe",    "<5",    "20-30",    "x.1",          "0.5",   "1e-3",
        "#",       "a/b",      "\\x41", " padded ", "\xE2\x82\xAC", "'",     "network",
        "'a'",     "a;b\"c",   "=",     "+/:@&%*",  "probability"};
    NetworkBuilder builder("a name \"with\" blanks; and { braces");
    for (const std::string& name : odd) {
        Variable variable(name, odd);
        variable.annotate("position = (1, 2)");
        variable.annotate(name);
        builder.add_variable(std::move(variable));
    }
    for (const std::string& line : odd) builder.annotate(line);
    builder.annotate("two\nlines");
    builder.annotate("");
    const std::size_t k = odd.size();
    for (std::size_t i = 0; i < k; ++i) {
        const bool root = i == 0;
        Scope scope =
            root ? Scope({VariableId(i)}, {k}) : Scope({VariableId(i - 1), VariableId(i)}, {k, k});
        Table table(std::move(scope));
        for (std::size_t cell = 0; cell < table.size(); ++cell)
            table[cell] = cell % k == (cell / k) % k ? 1.0 : 0.0;
        builder.set_cpd(TableCpd(std::move(table)));
    }
    return builder.build();
}

}  // namespace pgm::tests
