#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// A phrase that the field does not use, and the field's own.
struct Word {
    const char* part;   ///< of every match, in small letters: most lines are without it
    const char* found;  ///< a regular expression; letter case does not matter
    const char* write;
    bool is_public = false;  ///< true if it is refused in public headers alone
};

/// The left-hand sides are words that were once written here.
const std::vector<Word> dictionary = {
    {"imagin", R"(imagin(e|es|ed|ing) \w+|\w+_imagined)", "prior sample size, pseudo-counts"},
    {"strength", R"(\w*strengths?\w* of back-?off|\w+_strengths|\bstrengths_\w+)",
     "concentrations"},
    {"sure", R"((less|more) sure\b)", "temperature scaling"},
    {"treatment",
     R"(treatments? of continuous|treatments? of numbers|ContinuousTreatment|continuous_treatment)",
     "model of continuous features"},
    {"it has whole", R"(families that it has whole)", "available-case counts"},
    {"left out", R"(of every row while it is left out|predictions? of rows that are left out)",
     "out-of-fold"},
    {"says independent", R"(p above (\w+ )?says independent)", "significance level"},
    {"foret", R"(\bfore(told|tell\w*)\b)", "predicted"},
    {"lacks", R"(\blacks\b)", "has no"},
    {"anew", R"((\b|_)anew\b)", "again"},
    {"telling", R"((\b|_)telling(\b|_))", "informative"},
    {"nobody observed", R"(variables that nobody observed)", "latent variables"},
    {"cell says", R"(what (each|every) cell says)", "feature contributions"},
    {"best", R"(starts, of which the best|the best end is kept)",
     "random initialisations, the best is kept"},
    {"to luck", R"(owes? (some|part) of (it|that) to luck)", "optimistically biased"},
    {"nobody is of", R"(a class that nobody is of)", "undefined without positives"},
    {"nothing",
     R"((/// |// |; |, (or|and) |///< )nothing (where|when|for|if|at|of|before|otherwise)\b)",
     "null, empty"},
    {"or nothing", R"(///.*, or nothing[.,:])", "or null"},
    {"know", R"(//.*\bknows?\b)", "has, supports, is independent of", true},
    {"tell", R"(//.*\btells?\b)", "returns, reports, distinguishes", true},
    {"told", R"(//.*\btold\b)", "given, reported, distinguished", true},
    {"says", R"(//.*\bsays\b)", "is, has, means", true},
    {"speak", R"(//.*\bspeaks?\b)", "refers to, supports", true},
    {"want", R"(//.*\bwants?\b)", "needs, requires", true},
};

/// True if users include the file: a header of a library outside detail/.
bool is_public_header(const std::string& path) {
    static const std::regex header(R"((pgm|learners|io)/.*\.hpp)");
    return std::regex_match(path, header) && path.find("/detail/") == std::string::npos;
}

/// The files that people read: sources and pages.
std::vector<std::string> texts() {
    namespace fs = std::filesystem;
    std::vector<std::string> paths = {"README.md"};
    for (const char* folder : {"pgm", "learners", "io", "apps", "docs", "examples", "tests"})
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator(source_file(folder))) {
            const std::string suffix = entry.path().extension().string();
            if (suffix == ".hpp" || suffix == ".cpp" || suffix == ".md")
                paths.push_back(fs::relative(entry.path(), source_file("")).generic_string());
        }
    std::ranges::sort(paths);
    return paths;
}

/// "'found', write 'word'" for each phrase of the dictionary in a line.
std::vector<std::string> corrections(const std::string& line, bool is_public = false) {
    static const std::vector<std::regex> phrases = [] {
        std::vector<std::regex> compiled;
        for (const Word& word : dictionary)
            compiled.emplace_back(word.found, std::regex::icase | std::regex::optimize);
        return compiled;
    }();
    std::string small = line;
    std::ranges::transform(small, small.begin(), ascii_lower);
    std::vector<std::string> found;
    for (std::size_t i = 0; i < phrases.size(); ++i) {
        std::smatch match;
        if ((is_public || !dictionary[i].is_public) &&
            small.find(dictionary[i].part) != std::string::npos &&
            std::regex_search(line, match, phrases[i]))
            found.push_back("'" + match.str() + "', write '" + dictionary[i].write + "'");
    }
    return found;
}

}  // namespace

TEST_CASE("Comments, names, messages and pages use the field's words") {
    std::vector<std::string> found;
    for (const std::string& path : texts()) {
        if (path == "tests/house/words_test.cpp") continue;
        std::istringstream text(read_file(source_file(path)));
        std::string line;
        for (std::size_t number = 1; std::getline(text, line); ++number)
            for (const std::string& correction : corrections(line, is_public_header(path)))
                found.push_back(path + ":" + std::to_string(number) + ": " + correction);
    }
    CHECK(found == std::vector<std::string>{});
}

TEST_CASE("A phrase that the field does not use is found whatever its case, with what to write") {
    using Corrections = std::vector<std::string>;
    CHECK(corrections("/// A row that has no cell, or null.") == Corrections{});
    CHECK(corrections("Lacks a cell") == Corrections{"'Lacks', write 'has no'"});
    CHECK(corrections("most_telling_first(anew)") ==
          Corrections{"'anew', write 'again'", "'_telling_', write 'informative'"});
    CHECK(corrections("/// The state, or nothing.") ==
          Corrections{"'/// The state, or nothing.', write 'or null'"});
    CHECK(corrections("/// The header says it.") == Corrections{});
    CHECK(corrections("/// The header says it.", true) ==
          Corrections{"'/// The header says', write 'is, has, means'"});
    CHECK(is_public_header("pgm/core/error.hpp"));
    CHECK_FALSE(is_public_header("pgm/model/detail/row_check.hpp"));
    CHECK_FALSE(is_public_header("apps/pgm/main.hpp"));
}
