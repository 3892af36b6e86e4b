#include <tests/fuzz/fuzz_target.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/source_files.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

using namespace pgm::tests;

/// tests/fuzz/sources.txt, by which scripts/fuzz leaves targets out.
namespace {

using Names = std::set<std::string>;

/// By beginnings of paths, the targets that read with them, or "none".
std::map<std::string, Names> table_of_sources() {
    std::map<std::string, Names> targets;
    std::istringstream lines(read_file(source_file("tests/fuzz/sources.txt")));
    for (std::string line, name, beginning; std::getline(lines, line);) {
        std::istringstream words(line);
        if (line.starts_with("#") || !(words >> name)) continue;
        while (words >> beginning) targets[beginning].insert(name);
    }
    return targets;
}

/// Those of the longest beginning that a path has; null for what every target reads with.
const Names* targets_of(const std::string& path, const std::map<std::string, Names>& table) {
    const Names* found = nullptr;
    std::size_t longest = 0;
    for (const auto& [beginning, names] : table) {
        if (!path.starts_with(beginning) || beginning.size() <= longest) continue;
        longest = beginning.size();
        found = &names;
    }
    return found;
}

bool is_a_beginning(const std::string& beginning, const std::vector<SourceFile>& files) {
    const auto has_it = [&](const SourceFile& file) { return file.path.starts_with(beginning); };
    return std::filesystem::exists(source_file(beginning)) || std::ranges::any_of(files, has_it);
}

}  // namespace

TEST_CASE("Fuzz: the table of sources names targets and what is there", "[fuzz]") {
    Names known = {"none"};
    for (const FuzzTarget& target : fuzz_targets()) known.insert(target.name);
    const std::vector<SourceFile> files = source_files(all_folders);
    for (const auto& [beginning, names] : table_of_sources()) {
        INFO(beginning);
        CHECK(is_a_beginning(beginning, files));
        CHECK(std::ranges::includes(known, names));
        CHECK((!names.contains("none") || names.size() == 1));
    }
}

TEST_CASE("Fuzz: a target has all in the table that its sources include", "[fuzz]") {
    const std::map<std::string, Names> table = table_of_sources();
    for (const SourceFile& file : source_files({"pgm", "io", "apps"})) {
        const Names* const own = targets_of(file.path, table);
        if (own == nullptr || own->contains("none")) continue;
        for (const std::string& header : includes(file)) {
            const Names* const others = targets_of(header, table);
            INFO(file.path << " includes " << header);
            CHECK((others == nullptr || std::ranges::includes(*others, *own)));
        }
    }
}
