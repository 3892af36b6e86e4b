#include <tests/support/catch.hpp>
#include <tests/support/documented_page.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>

// Every line "$ ..." in a block of a page is run, page by page, in the order of the page, in a
// folder that holds `examples` alone. What the page shows below it must be what is printed, where a
// line "..." stands for any lines; where nothing is shown, the command must succeed.

using namespace pgm::tests;

namespace {

struct DocumentedCommand {
    std::size_t line;  ///< of the page
    std::string command;
    std::vector<std::string> printed;
};

std::vector<DocumentedCommand> documented_commands(const std::string& page) {
    std::vector<DocumentedCommand> commands;
    for (const DocumentedBlock& block : documented_blocks(page)) {
        std::istringstream lines(block.text);
        std::size_t number = block.line;
        bool of_command = false;
        for (std::string line; std::getline(lines, line); ++number) {
            if (line.starts_with("$ ")) {
                commands.push_back({number, line.substr(2), {}});
                of_command = true;
            } else if (of_command && commands.back().printed.empty() && line.starts_with("> ")) {
                commands.back().command.append("\n").append(line, 2);
            } else if (of_command) {
                commands.back().printed.push_back(line);
            }
        }
    }
    return commands;
}

/// Blanks at the ends of lines, and blank lines at the end, are nobody's business.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(line);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

/// True if the lines are those expected, "..." standing for any number of lines.
bool agree(std::span<const std::string> expected, std::span<const std::string> lines) {
    if (expected.empty()) return lines.empty();
    if (expected[0] != "...") {
        const bool first = !lines.empty() && expected[0] == lines[0];
        return first && agree(expected.subspan(1), lines.subspan(1));
    }
    for (std::size_t skipped = 0; skipped <= lines.size(); ++skipped)
        if (agree(expected.subspan(1), lines.subspan(skipped))) return true;
    return false;
}

void check_commands(const std::string& name) {
    const TemporaryFolder folder;
    std::filesystem::create_directory_symlink(source_file("examples"), folder.file("examples"));
    std::filesystem::create_directory(folder.file("bin"));
    const std::string begin =
        "cd '" + folder.path() + "' && ln -sf \"$pgm\" bin/pgm && PATH=\"$PWD/bin:$PATH\" && ";
    for (const DocumentedCommand& documented : documented_commands(read_file(source_file(name)))) {
        const ProgramRun run = run_shell(begin + "{ " + documented.command + "\n} 2>&1");
        INFO(name << ":" << documented.line << ": " << documented.command);
        INFO("prints\n" << run.out);
        if (documented.printed.empty()) {
            CHECK(run.status == 0);
        } else {
            std::string shown;
            for (const std::string& line : documented.printed) shown += line + "\n";
            CHECK(agree(lines_of(shown), lines_of(run.out)));
        }
    }
}

/// The commands within the text of a page that write a picture of the page: `pgm .. -o FILE.svg`.
std::map<std::string, std::string> commands_of_pictures(const std::string& page) {
    static const std::regex command(R"(`(pgm [^`]* -o (docs/images/[^`]*\.svg))`)");
    std::map<std::string, std::string> commands;
    for (std::sregex_iterator i(page.begin(), page.end(), command), end; i != end; ++i)
        commands[(*i)[2]] = (*i)[1];
    return commands;
}

}  // namespace

TEST_CASE("The pictures of the pages are what the commands beside them write") {
    std::map<std::string, std::string> commands;
    for (const std::string page : {"README.md", "docs/getting-started.md", "docs/pictures.md"})
        commands.merge(commands_of_pictures(read_file(source_file(page))));
    const TemporaryFolder folder;
    std::filesystem::create_directory_symlink(source_file("examples"), folder.file("examples"));
    std::filesystem::create_directories(folder.file("docs/images"));
    for (const auto& picture : std::filesystem::directory_iterator(source_file("docs/images"))) {
        const std::string name = "docs/images/" + picture.path().filename().string();
        INFO(name << " is written by `" << commands[name] << "`");
        REQUIRE_FALSE(commands[name].empty());
        const ProgramRun run =
            run_shell("cd '" + folder.path() + "' && \"$pgm\"" + commands[name].substr(3));
        REQUIRE(run.status == 0);
        CHECK(read_file(folder.file(name)) == read_file(source_file(name)));
    }
}

TEST_CASE("What README prints below a command is what the command prints") {
    CHECK(documented_commands(read_file(source_file("README.md"))).size() >= 6);
    check_commands("README.md");
}

TEST_CASE("What the pages of docs print below a command is what the command prints") {
    std::size_t commands = 0;
    for (const std::string& name : documented_pages(source_file(""))) {
        if (name == "README.md") continue;
        commands += documented_commands(read_file(source_file(name))).size();
        check_commands(name);
    }
    CHECK(commands >= 80);
}

TEST_CASE("Each page for who comes from another program has commands that are run") {
    for (const std::string& name : documented_pages(source_file(""))) {
        if (!name.starts_with("docs/coming-from/")) continue;
        INFO(name);
        CHECK(documented_commands(read_file(source_file(name))).size() >= 4);
    }
}

TEST_CASE("A command in a page begins with a dollar, so that it is run") {
    for (const std::string& name : documented_pages(source_file(""))) {
        for (const DocumentedBlock& block : documented_blocks(read_file(source_file(name)))) {
            INFO(name << ":" << block.line);
            const bool synopsis = block.text.starts_with("pgm COMMAND ");
            CHECK((synopsis || ("\n" + block.text).find("\npgm ") == std::string::npos));
        }
    }
}
