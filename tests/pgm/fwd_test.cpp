#include <pgm/fwd.hpp>
// Declared first, then defined: the compiler compares.
#include <pgm/pgm.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/source_files.hpp>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

using namespace pgm::tests;

namespace {

/// The public headers of pgm/ by their path.
std::map<std::string, SourceFile> public_headers() {
    std::map<std::string, SourceFile> headers;
    for (const SourceFile& file : source_files({"pgm"}))
        if (file.path.ends_with(".hpp") && file.path.find("/detail/") == std::string::npos)
            headers[file.path] = file;
    return headers;
}

/// "class Dag" for every line that declares (`end` is ";") or defines ("{") a type of pgm; no
/// templates.
std::set<std::string> types(const SourceFile& header, const std::string& end) {
    const std::regex pattern("^((class|struct) \\w+)( final)?( : [^;{]*)?\\s?\\" + end + ".*");
    std::set<std::string> found;
    std::string previous;
    for (const std::string& line : header.code) {
        std::smatch match;
        if (std::regex_match(line, match, pattern) && !previous.starts_with("template"))
            found.insert(match[1]);
        previous = line;
    }
    return found;
}

/// The types that a header and all it includes define.
void collect_types(const std::map<std::string, SourceFile>& headers, const std::string& path,
                   std::set<std::string>& visited, std::set<std::string>& found) {
    if (!headers.contains(path) || !visited.insert(path).second) return;
    found.merge(types(headers.at(path), "{"));
    for (const std::string& include : includes(headers.at(path)))
        collect_types(headers, include, visited, found);
}

std::vector<std::string> missing(const std::set<std::string>& wanted,
                                 const std::set<std::string>& present) {
    std::vector<std::string> list;
    std::ranges::set_difference(wanted, present, std::back_inserter(list));
    return list;
}

const std::vector<std::string> no_types;

}  // namespace

TEST_CASE("Every type that pgm/fwd.hpp declares is defined in pgm/pgm.hpp") {
    const auto headers = public_headers();
    std::set<std::string> visited, defined;
    collect_types(headers, "pgm/pgm.hpp", visited, defined);
    const std::set<std::string> declared = types(headers.at("pgm/fwd.hpp"), ";");
    CHECK(declared.size() > 80);
    CHECK(missing(declared, defined) == no_types);
}

TEST_CASE("Every type of a header that pgm/pgm.hpp lists is declared in pgm/fwd.hpp") {
    const auto headers = public_headers();
    const std::set<std::string> declared = types(headers.at("pgm/fwd.hpp"), ";");
    for (const std::string& path : includes(headers.at("pgm/pgm.hpp"))) {
        INFO(path);
        CHECK(missing(types(headers.at(path), "{"), declared) == no_types);
    }
}
