#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/source_files.hpp>

#include <algorithm>
#include <filesystem>
#include <regex>

using namespace pgm::tests;

namespace {

const std::vector<std::string> libraries = {"pgm", "learners", "io"};

/// The places, "path:line: text", where code (comments and literals apart) matches, or whole lines.
std::vector<std::string> places(const std::vector<std::string>& folders, const std::string& pattern,
                                std::vector<std::string> SourceFile::*text = &SourceFile::code) {
    const std::regex regex(pattern);
    std::vector<std::string> found;
    for (const SourceFile& file : source_files(folders))
        for (std::size_t i = 0; i < file.code.size(); ++i)
            if (std::regex_search((file.*text)[i], regex))
                found.push_back(file.path + ":" + std::to_string(i + 1) + ": " + file.lines[i]);
    return found;
}

const std::vector<std::string> nowhere;

/// In UTF-8, where every byte but those that continue a character begins one.
std::ptrdiff_t characters(const std::string& line) {
    return std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; });
}

/// Lines that begin and end with a brace-delimited definition at one depth of indentation.
struct Block {
    std::size_t begin;
    std::size_t end;
    bool is_type;  ///< a class or the like, or a table of values: not a function
};

std::vector<Block> blocks(const SourceFile& file, std::size_t indent) {
    const std::regex type(R"(^\s*((template\s*<[^>]*>\s*)?(class|struct|enum|union|namespace)\b|)"
                          R"([^(]*=\s*\{?\s*$|public:|private:|protected:))");
    std::vector<Block> found;
    std::size_t begin = 0;
    bool open = false;
    for (std::size_t i = 0; i < file.code.size(); ++i) {
        const std::string& line = file.code[i];
        if (line.find_first_not_of(' ') != indent) continue;
        if (line[indent] == '}') {
            if (open) found.push_back({begin, i, std::regex_search(file.code[begin], type)});
            open = false;
        } else if (line.back() == '{' ||
                   (line.find('(') != std::string::npos && line.find(';') == std::string::npos)) {
            begin = i;  // of a definition, or of a head of several lines
            open = true;
        }
    }
    return found;
}

}  // namespace

TEST_CASE("The library prints nothing and never ends the program") {
    CHECK(places(libraries, R"(\bstd::(cout|cerr|clog|endl|print|println)\b)") == nowhere);
    CHECK(places(libraries, R"(\b(printf|puts|perror|putchar)\s*\()") == nowhere);
    CHECK(places(libraries, R"((^|[^\w.>])(std::)?(exit|abort|terminate|quick_exit)\s*\()") ==
          nowhere);
}

TEST_CASE("Numbers are read and written without the locale") {
    CHECK(places(libraries,
                 R"(\b(strto[dfl]|strtold|atof|sto[df]|stold|sscanf|setlocale|imbue)\b)") ==
          nowhere);
}

TEST_CASE("Randomness comes from a seed") {
    CHECK(places(all_folders, R"(\b(s?rand|drand48)\s*\()") == nowhere);
    CHECK(places(all_folders,
                 R"(\bstd::(random_device|mt19937|mt19937_64|default_random_engine)\b)") ==
          nowhere);
}

TEST_CASE("A const object changes only under a lock") {
    std::vector<std::string> unguarded;
    for (const std::string& place : places(libraries, R"(\bmutable\b)"))
        if (!std::regex_search(place, std::regex(R"(mutex|atomic|once_flag|\)\s*mutable)")))
            unguarded.push_back(place);
    CHECK(unguarded == nowhere);
}

TEST_CASE("Nothing is allocated or freed by hand") {
    CHECK(places(libraries,
                 R"(\b(malloc|calloc|realloc|free)\s*\(|\bdelete\s+\w|\bdelete\[\]|=\s*new\b)") ==
          nowhere);
}

TEST_CASE("The library defines no macros") {
    CHECK(places(libraries, R"(^\s*#\s*define\b)") == nowhere);
}

TEST_CASE("No fast mathematics is asked for") {
    CHECK(places(all_folders, R"(optimize\s*\(|fast-math)") == nowhere);
    for (const char* file :
         {"CMakeLists.txt", "cmake/compile_options.cmake", "cmake/libraries.cmake"})
        CHECK(read_file(source_file(file)).find("fast-math") == std::string::npos);
}

TEST_CASE("Lines of code and of comments have at most 100 characters") {
    std::vector<std::string> too_long;
    for (const SourceFile& file : source_files(all_folders))
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            if (characters(file.lines[i]) > 100)
                too_long.push_back(file.path + ":" + std::to_string(i + 1));
    CHECK(too_long == nowhere);
}

TEST_CASE("Files are at most 400 lines long") {
    for (const SourceFile& file : source_files(all_folders)) {
        INFO(file.path);
        CHECK(file.lines.size() <= 400);
    }
}

TEST_CASE("Functions are at most 60 lines long") {
    for (const SourceFile& file :
         source_files({"pgm", "learners", "io", "apps", "examples", "bench"}))
        for (const std::size_t indent :
             {0u, 4u})  // free functions, and members in the body of a class
            for (const Block& block : blocks(file, indent)) {
                INFO(file.path << ":" << block.begin + 1);
                CHECK((block.is_type || block.end - block.begin < 60));
            }
}

TEST_CASE("Headers guard themselves with pragma once") {
    for (const SourceFile& file : source_files(all_folders)) {
        if (file.path.find(".hpp") == std::string::npos) continue;
        INFO(file.path);
        CHECK(std::count(file.lines.begin(), file.lines.end(), "#pragma once") == 1);
    }
}

TEST_CASE("A test has the name of what it tests, and of the side of it where there are several") {
    const auto exists = [](const std::string& stem) {
        namespace fs = std::filesystem;
        return fs::exists(source_file(stem + ".hpp")) || fs::exists(source_file(stem + ".cpp"));
    };
    for (const SourceFile& file : source_files({"tests/pgm", "tests/learners", "tests/io"})) {
        const std::size_t suffix = file.path.find("_test.cpp");
        if (suffix == std::string::npos) continue;
        const std::string stem = file.path.substr(6, suffix - 6);  // without "tests/"
        INFO(file.path);
        CHECK((exists(stem) || exists(stem.substr(0, stem.rfind('_')))));
    }
}

TEST_CASE("Nothing is left to be done and no path leads out of the repository") {
    std::vector<std::string> found = places(
        all_folders, R"(\b(TODO|FIXME|XXX|HACK)\b|[" ]/(home|work|root)/)", &SourceFile::lines);
    std::erase_if(found,
                  [](const std::string& place) { return place.starts_with("tests/house/"); });
    CHECK(found == nowhere);
}

TEST_CASE("Tests use the names that versions 2 and 3 of Catch2 share, or tests/support/catch.hpp") {
    std::vector<std::string> found =
        places({"tests"}, "Catch::(?!(Matchers::)?(Approx|Predicate|EndsWith|Equals|Matches|"
                          "StartsWith|VectorContains|WithinAbs|WithinRel)\\b|Contains\\b)");
    std::erase_if(found, [](const std::string& place) {
        return place.starts_with("tests/support/catch.hpp") ||
               place.starts_with("tests/support/main.cpp");
    });
    CHECK(found == nowhere);
}
