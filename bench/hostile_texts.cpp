#include <io/arff/arff.hpp>
#include <io/csv/csv.hpp>
#include <io/network_file.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/cpd/table_cpd.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

/// How long each reader takes for the worst texts of 1 MiB that are made of a good one by repeating
/// a part of it: every token, every line, and every block of a few lines, as it is or with numbers
/// that make its names different. The good ones are the files that the arguments name, or without
/// arguments a small network as each format writes it.
///
/// Prints the slowest texts, a line each: milliseconds, the file, and the part that was repeated.
namespace {

using namespace pgm;

constexpr std::size_t size = std::size_t{1} << 20;

using Names = std::set<std::string, std::less<>>;

struct Source {
    std::string name, format, text;
    Names names{};  ///< of its variables and states, and of attributes
};

struct Slow {
    double milliseconds = 0;
    std::string name, part;
};

const io::NetworkFormat* format_of(const std::string& path) {
    const std::string suffix = std::filesystem::path(path).extension().string();
    for (const io::NetworkFormat& format : io::network_formats())
        if (format.read && std::ranges::find(format.suffixes, suffix) != format.suffixes.end())
            return &format;
    return nullptr;
}

void read(const std::string& suffix, const std::string& text) {
    if (suffix == ".csv") {
        io::read_csv(text, {});
    } else if (suffix == ".arff") {
        io::read_arff(text, {});
    } else {
        format_of("x" + suffix)->read(text, {});
    }
}

double milliseconds_to_read(const std::string& suffix, const std::string& text) {
    const auto start = std::chrono::steady_clock::now();
    try {
        read(suffix, text);
    } catch (const Error&) {
        // Most of these texts are wrong, which must not take long to find out either.
    }
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

bool is_part_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-';
}

/// Where tokens begin, and the end: words and single other characters.
std::vector<std::size_t> token_edges(std::string_view text) {
    std::vector<std::size_t> edges{0};
    for (std::size_t i = 1; i < text.size(); ++i)
        if (!is_part_of_word(text[i]) || !is_part_of_word(text[i - 1])) edges.push_back(i);
    edges.push_back(text.size());
    return edges;
}

std::vector<std::size_t> line_edges(std::string_view text) {
    std::vector<std::size_t> edges{0};
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n') edges.push_back(i + 1);
    if (edges.back() != text.size()) edges.push_back(text.size());
    return edges;
}

/// The part many times, each time with a number behind every one of the names.
std::string repeated(std::string_view part, std::size_t bytes, const Names& names) {
    std::string text;
    const std::vector<std::size_t> edges = token_edges(part);
    for (std::size_t n = 0; text.size() < bytes; ++n) {
        for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
            const std::string_view token = part.substr(edges[i], edges[i + 1] - edges[i]);
            text += token;
            if (names.contains(token)) text += std::to_string(n);
        }
    }
    return text;
}

class Search {
public:
    void add(const Source& source) {
        const std::string_view text = source.text;
        const std::vector<std::size_t> tokens = token_edges(text), lines = line_edges(text);
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
            repeat(source, tokens[i], tokens[i + 1], source.names);
        // An attribute of XML: a blank, its name, '=' and a quoted value.
        for (std::size_t i = 0; i + 5 < tokens.size(); ++i) {
            if (text.substr(tokens[i + 2], 2) != "=\"") continue;
            const std::size_t close = text.find('"', tokens[i + 4]);
            if (close != text.npos) {
                const Names name{
                    std::string(text.substr(tokens[i + 1], tokens[i + 2] - tokens[i + 1]))};
                repeat(source, tokens[i], close + 1, name);
            }
        }
        for (std::size_t first = 0; first + 1 < lines.size(); ++first)
            for (std::size_t end = first + 1; end <= first + 8 && end < lines.size(); ++end)
                repeat(source, lines[first], lines[end], source.names);
    }

    /// A text of about that size, as it is, without its end, and twice.
    void add_whole(const Source& source) {
        time(source, source.text, "whole");
        time(source, source.text.substr(0, source.text.size() * 9 / 10), "cut");
        time(source, source.text + source.text, "twice");
    }

    void print() {
        for (auto& [format, slow] : slowest_) {
            std::ranges::sort(slow, std::greater(), &Slow::milliseconds);
            std::cout << format << ": " << counts_[format] << " texts\n";
            for (std::size_t i = 0; i < std::min<std::size_t>(slow.size(), 6); ++i)
                std::cout << "  " << slow[i].milliseconds << " ms  " << slow[i].name << "  "
                          << slow[i].part << '\n';
        }
    }

private:
    void repeat(const Source& source, std::size_t begin, std::size_t end, const Names& names) {
        const std::string_view text = source.text, part = text.substr(begin, end - begin);
        if (!seen_.insert(source.format + std::string(part)).second) return;
        for (const bool is_numbered : {false, true}) {
            const std::string whole = std::string(text.substr(0, begin)) +
                                      repeated(part, size, is_numbered ? names : Names{}) +
                                      std::string(text.substr(end));
            time(source, whole,
                 io::shown(part) + (is_numbered ? ", numbered" : "") + " at " +
                     std::to_string(begin));
        }
    }

    void time(const Source& source, const std::string& text, std::string what) {
        const double milliseconds = milliseconds_to_read(source.format, text);
        ++counts_[source.format];
        if (milliseconds < 100) return;
        std::cerr << milliseconds << " ms " << source.format << ' ' << what << std::endl;
        slowest_[source.format].push_back({milliseconds, source.name, std::move(what)});
    }

    std::set<std::string> seen_;
    std::map<std::string, std::vector<Slow>> slowest_;
    std::map<std::string, std::size_t> counts_;
};

/// Names of one or two letters, which is what a numbered repetition changes.
BayesianNetwork small_network() {
    NetworkBuilder builder;
    builder.variable("A", {"a", "b"}).variable("B", {"c", "d", "e"}).variable("C", {"f", "g"});
    builder.arc("A", "C").arc("B", "C");
    builder.cpt("A").values({0.25, 0.75});
    builder.cpt("B").values({0.25, 0.25, 0.5});
    builder.cpt("C").values({0.5, 0.5, 0.1, 0.9, 0.2, 0.8, 0.3, 0.7, 0.4, 0.6, 1, 0});
    builder.annotate(VariableId(0), "label = \"a label\"");
    builder.annotate(VariableId(1), "position = (10, 20)");
    builder.annotate("author = somebody");
    return builder.build();
}

/// Networks whose texts are about 1 MiB in most formats.
std::vector<std::pair<std::string, BayesianNetwork>> large_networks() {
    std::vector<std::pair<std::string, BayesianNetwork>> found;
    const auto add = [&](std::string name, std::size_t variables, const std::string& prefix,
                         std::size_t states, std::size_t parents) {
        NetworkBuilder builder;
        std::vector<std::string> state_names;
        for (std::size_t s = 0; s < states; ++s) state_names.push_back("s" + std::to_string(s));
        for (std::size_t v = 0; v < variables; ++v)
            builder.add_variable(Variable(prefix + std::to_string(v), state_names));
        for (std::size_t v = 0; v < variables; ++v) {
            std::vector<VariableId> members;
            for (std::size_t p = v < parents ? v : parents; p > 0; --p) members.emplace_back(v - p);
            members.emplace_back(v);
            const Scope scope(members, std::vector(members.size(), states));
            builder.set_cpd(
                TableCpd(scope, std::vector(scope.cells(), 1 / static_cast<double>(states))));
        }
        found.emplace_back(std::move(name), builder.build());
    };
    add("many variables", 4000, "x", 2, 0);
    add("a long chain", 4000, "x", 2, 1);
    add("long names", 130, std::string(4000, 'x'), 2, 1);
    add("names to compare", 2000, std::string(58, 'x'), 1, 1);
    add("many states", 1, "x", 30'000, 0);
    add("many parents", 450, "x", 1, 449);
    return found;
}

Source from_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {path.filename().string(),
            path.extension().string(),
            std::string(std::istreambuf_iterator<char>(in), {}),
            {}};
}

void find_names(Source& source) {
    try {
        const io::NetworkFormat* const format = format_of("x" + source.format);
        if (!format) return;
        const BayesianNetwork network = format->read(source.text, {}).network;
        for (const Variable& variable : network.variables()) {
            source.names.insert(variable.name());
            source.names.insert(variable.states().begin(), variable.states().end());
        }
    } catch (const Error&) {
        // A file of a kind that is refused has no names.
    }
}

/// The network in every format whose bytes may be changed: a native file has a checksum.
std::vector<Source> written(const BayesianNetwork& network, const std::string& name) {
    std::vector<Source> found;
    for (const io::NetworkFormat& format : io::network_formats()) {
        if (!format.read || format.suffixes[0] == ".pgmodel") continue;
        std::ostringstream out;
        format.write(network, out);
        found.push_back({name, std::string(format.suffixes[0]), std::move(out).str(), {}});
    }
    return found;
}

std::vector<Source> sources(int count, char** arguments) {
    std::vector<Source> found;
    for (int i = 1; i < count; ++i) found.push_back(from_file(arguments[i]));
    if (count > 1) return found;
    found = written(small_network(), "small");
    found.push_back({"small", ".csv", "A,B,C\na,1,x\nb,2,\"y z\"\n", {}});
    found.push_back({"small",
                     ".arff",
                     "@relation r\n@attribute A {a, b}\n@attribute B numeric\n"
                     "@attribute C string\n@data\na,1,x\nb,2,'y z'\n{0 a, 1 2}\n",
                     {}});
    return found;
}

}  // namespace

int main(int count, char** arguments) {
    Search search;
    for (const auto& [name, network] : count > 1 ? decltype(large_networks()){} : large_networks())
        for (const Source& source : written(network, name)) search.add_whole(source);
    for (Source& source : sources(count, arguments)) {
        find_names(source);
        search.add(source);
    }
    search.print();
}
