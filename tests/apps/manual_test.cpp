#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

// Manual pages and completions are compared with --help and --help-all, and read by the programs
// that they are for, where these are installed.

using namespace pgm::tests;

namespace {

using WordSet = std::set<std::string>;

/// The lines of a help text that match, by the first part of the match.
WordSet first_words(const std::string& text, const std::regex& pattern) {
    WordSet words;
    std::istringstream lines(text);
    std::smatch match;
    for (std::string line; std::getline(lines, line) && line != "Example:";)
        if (std::regex_search(line, match, pattern)) words.insert(match[1]);
    return words;
}

/// "-e" and "--evidence" of every command, from the lines of --help-all.
std::map<std::string, WordSet> options_of_commands() {
    std::map<std::string, WordSet> options;
    for (const std::string& command :
         first_words(run_pgm({"--help"}).out, std::regex("^  ([a-z]+)  "))) {
        WordSet& names = options[command];
        for (const std::string& all :
             first_words(run_pgm({command, "--help-all"}).out, std::regex("^  (-[^ ]+)"))) {
            std::istringstream parts(all);
            for (std::string name; std::getline(parts, name, ',');) names.insert(name);
        }
    }
    return options;
}

/// The words that bash offers after "pgm COMMAND".
WordSet completed(const std::string& script, const std::string& command, const std::string& word) {
    const ProgramRun run = run_shell(
        "bash -c 'source \"$0\"; COMP_WORDS=(pgm \"$1\" \"$2\"); "
        "COMP_CWORD=2; _pgm; printf \"%s\\n\" \"${COMPREPLY[@]}\"' " +
        script + " " + command + " '" + word + "'");
    CHECK(run.err.empty());
    std::istringstream words(run.out);
    return {std::istream_iterator<std::string>(words), {}};
}

bool is_installed(const std::string& program) {
    return run_shell("command -v " + program).status == 0;
}

}  // namespace

TEST_CASE("pgm completion: bash offers the commands and all options of each") {
    const TemporaryFolder folder;
    const std::string script = folder.write("pgm.bash", run_pgm({"completion", "bash"}).out);
    const std::map<std::string, WordSet> options = options_of_commands();
    REQUIRE(options.size() == 38);
    for (const auto& [command, names] : options) {
        INFO(command);
        CHECK(completed(script, command, "-") == names);
    }
    CHECK(completed(script, "fit", "--mis") == WordSet{"--missing-cells", "--missing-marks"});
    CHECK(completed(script, "completion", "") == WordSet{"bash", "fish", "zsh"});
    CHECK(completed(script, "help", "st") == WordSet{"stats", "structures"});
    CHECK(completed(script, "example", "spr") == WordSet{"sprinkler"});
    CHECK(completed(script, "info", "").empty());
    const ProgramRun first = run_shell(
        "bash -c 'source \"$0\"; COMP_WORDS=(pgm e); COMP_CWORD=1; "
        "_pgm; echo \"${COMPREPLY[@]}\"; complete -p pgm' " +
        script);
    CHECK(first.out == "explain effect evaluate encode example exercise\n"
                       "complete -o bashdefault -o default -F _pgm pgm\n");
}

TEST_CASE("pgm completion: fish and zsh have all options of each command") {
    const std::string fish = run_pgm({"completion", "fish"}).out,
                      zsh = run_pgm({"completion", "zsh"}).out;
    for (const auto& [command, names] : options_of_commands()) {
        const std::size_t block = zsh.find("\n    " + command + ")\n");
        REQUIRE(block != zsh.npos);
        const std::string of_zsh = zsh.substr(block, zsh.find(";;", block) - block);
        for (const std::string& name : names) {
            INFO(command << ' ' << name);
            const bool is_long = name.starts_with("--");
            const std::string of_fish = "__fish_seen_subcommand_from " + command + "'[^\n]* -" +
                                        (is_long ? "l " + name.substr(2) : "s " + name.substr(1)) +
                                        " ";
            CHECK(std::regex_search(fish, std::regex(of_fish)));
            CHECK(std::regex_search(of_zsh, std::regex("[\n {,]" + name + "['},]")));
        }
    }
    const TemporaryFolder folder;
    for (const auto& [shell, text] : {std::pair("fish", fish), std::pair("zsh", zsh)})
        if (is_installed(shell)) {
            const ProgramRun run =
                run_shell(std::string(shell) + " -n " + folder.write(shell, text));
            CHECK(run.err.empty());
            CHECK(run.status == 0);
        }
    CHECK(run_pgm({"completion", "zsh", "--json"}).json().at("text") == zsh);
    CHECK(run_pgm({"completion", "csh"}).err ==
          "pgm: error: no completion for 'csh' (bash, fish and zsh have one)\n");
}

TEST_CASE("pgm help --man: pages have all options, and groff has nothing against them") {
    const TemporaryFolder folder;
    const bool is_typeset = is_installed("groff");
    const auto typeset = [&](const std::vector<std::string>& arguments) {
        const std::string page = run_pgm(arguments).out;
        CHECK_THAT(page, Catch::StartsWith(".TH PGM"));
        if (!is_typeset) return page;
        const ProgramRun run =
            run_shell("groff -man -ww -Tascii -P-cbou -rLL=1000n " + folder.write("page.1", page));
        CHECK(run.err.empty());
        return run.out;
    };
    const std::string all = typeset({"help", "--man"});
    for (const auto& [command, names] : options_of_commands()) {
        INFO(command);
        const std::string page = typeset({"help", "--man", command});
        if (!is_typeset) continue;
        CHECK_THAT(all, Catch::Contains("pgm-" + command + "(1)"));
        WordSet found;
        const std::regex option("^       (-[^ ,]+)(, (-[^ ,]+))?");
        std::istringstream lines(page);
        std::smatch match;
        for (std::string line; std::getline(lines, line);)
            if (std::regex_search(line, match, option))
                for (const std::size_t part : {1, 3})
                    if (match[part].matched) found.insert(match[part]);
        CHECK(found == names);
    }
    CHECK(run_pgm({"help", "--man", "nothing"}).status == 2);
}
