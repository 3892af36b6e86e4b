#include <tests/support/catch.hpp>
#include <tests/support/documented_page.hpp>
#include <tests/support/paths.hpp>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

// Pages name files of the source tree, which move.

using namespace pgm::tests;

namespace {

namespace fs = std::filesystem;

/// The lines of a page that are no code.
std::string prose(const std::string& page) {
    std::istringstream lines(page);
    std::string text;
    bool is_code = false;
    for (std::string line; std::getline(lines, line);) {
        const bool is_fence = line.find("```") != std::string::npos;
        if (!is_code && !is_fence && !line.starts_with("    ")) text += line + "\n";
        if (is_fence) is_code = !is_code;
    }
    return text;
}

std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
    const std::regex regex(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end; ++i)
        found.push_back((*i)[1]);
    return found;
}

/// The files that a page has its reader write.
std::set<std::string> written_files(const std::string& page) {
    std::set<std::string> names;
    for (const DocumentedBlock& block : documented_blocks(page)) names.insert(block.name);
    return names;
}

/// Which stand for files that there may be one day.
const std::set<std::string> invented = {"tests/pgm/graph/thing_test.cpp",
                                        "bench/likelihood_weighting_bench.cpp"};

}  // namespace

TEST_CASE("Every link of a page leads to a file") {
    for (const std::string& page : documented_pages(source_file(""))) {
        const fs::path folder = fs::path(source_file(page)).parent_path();
        const std::string text = prose(read_file(source_file(page)));
        for (const std::string& link : matches(text, R"(\]\(([^)#: ]+)[^): ]*\))")) {
            INFO(page << " links to " << link);
            CHECK(fs::exists(folder / link));
        }
    }
}

TEST_CASE("Every file of the source tree that a page names is there") {
    for (const std::string& page : documented_pages(source_file(""))) {
        const std::string text = read_file(source_file(page));
        const std::set<std::string> written = written_files(text);
        const std::string folders = "pgm|learners|io|apps|examples|bench|tests|docs|scripts|cmake";
        for (const std::string& name : matches(prose(text), "`((" + folders + ")/[\\w./-]+)`")) {
            INFO(page << " names " << name);
            CHECK((written.contains(name) || invented.contains(name) ||
                   fs::exists(source_file(name))));
        }
    }
}
