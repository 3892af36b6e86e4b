#include <apps/pgm/options/likely_slips.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <io/file/suffix.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

namespace pgm::apps {
namespace {

bool is_option(const std::string& argument) {
    return argument.size() > 1 && argument.front() == '-';
}

/// True for a word that could not be the name of a file, a question or the text of a network.
bool is_bare_word(const std::string& argument, const char* others = "./:(){}|=<>-") {
    std::error_code none;
    return !argument.empty() && argument.find_first_of(others) == std::string::npos &&
           !std::filesystem::exists(argument, none);
}

/// An entry of a list of columns or of structures may be so, such as kdb:2 or fasting-glucose.
bool is_entry(const std::string& argument) {
    return is_bare_word(argument, "./(){}|=<>") && argument.front() != '-';
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

bool takes_list(std::string_view option) {
    return is_one_of(option, {"-s", "--structure", "--ignore", "--targets", "--of", "--keep",
                              "--discrete", "--numbers", "--columns"});
}

/// True for "smoke=yes asia.bif": a model behind what is asked of it.
bool is_swapped(const std::vector<std::string>& taken, const std::string& surplus) {
    std::error_code none;
    const io::Suffix* const suffix = io::suffix_of(surplus);
    return suffix != nullptr && suffix->kind == io::FileKind::model &&
           std::filesystem::exists(surplus, none) && !taken.empty() &&
           !std::filesystem::exists(taken.front(), none);
}

bool has_class(std::span<const std::string> arguments) {
    return std::ranges::any_of(arguments, [](const std::string& argument) {
        return is_one_of(argument, {"-c", "--class", "--stats", "--like", "--target"}) ||
               argument.starts_with("--class=") || argument.starts_with("--target=");
    });
}

}  // namespace

void refuse_likely_slips(const std::string& command, std::span<const std::string> arguments) {
    if (!is_one_of(command, {"fit", "evaluate", "learn", "stats", "predict", "update", "info",
                             "score", "test", "marginals", "show"}))
        return;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string &word = arguments[i], &before = arguments[i - 1];
        if (is_option(before)) continue;
        if (i >= 2 && takes_list(arguments[i - 2]) && is_entry(word))
            throw UsageError("there is no file '" + printable(word) + "'",
                             "a list has commas: " + arguments[i - 2] + " " + printable(before) +
                                 (before.ends_with(',') ? "" : ",") + printable(word));
        if (i != 1 || !is_bare_word(word) || has_class(arguments)) continue;
        if (is_one_of(command, {"fit", "evaluate", "stats", "learn"}))
            throw UsageError("there is no file '" + printable(word) + "'",
                             "if it is the column of the class: " +
                                 std::string(command == "learn" ? "pgm fit --class " : "--class ") +
                                 printable(word));
    }
}

std::string hint_for_surplus(const std::string& command, const std::vector<std::string>& taken,
                             const std::string& surplus) {
    const std::string shown = printable(surplus);
    if (is_swapped(taken, surplus)) {
        const std::string hint = hint_for_surplus(command, {surplus}, taken.front());
        return "the model comes first" + (hint.empty() ? hint : "; " + hint);
    }
    if (is_one_of(command, {"marginals", "mpe", "draw", "info", "query"}) &&
        surplus.find('=') != std::string::npos)
        return "evidence is given by -e '" + shown + "'";
    if (command == "show") return "variables are chosen by --of " + printable_word(surplus);
    if (command == "marginals") return "variables are chosen by --targets " + shown;
    if (is_one_of(command, {"draw", "sample", "predict", "learn", "example"}) &&
        io::suffix_of(surplus) != nullptr)
        return "the file to write is named by -o " + shown;
    if (command == "sample" && surplus.find_first_not_of("0123456789") == std::string::npos)
        return "the number of rows is given by -n " + shown;
    if (is_one_of(command, {"dsep", "test"}) && taken.size() >= 2)
        return "a statement is one argument: '" + printable(taken.back()) + " _||_ " + shown + "'";
    if (command == "new")
        return "arcs and rows are one text: 'A{no|yes} -> B{no|yes}; A: 0.7 0.3'";
    return {};
}

std::string hint_for_option(const std::string& command, const std::string& option) {
    struct Meant {
        std::string_view option, hint;
        std::initializer_list<std::string_view> commands;
    };
    if (option.find('(') != std::string::npos)
        return "what begins with '-' and is no option stands behind '--'";
    static const Meant all[] = {
        {"--do", "an intervention stands behind '|', P(A | do(B=b)), or in -e 'do(B=b)'", {}},
        {"--given", "evidence is given by -e 'A=a'", {}},
        {"--cv", "the number of folds is --folds 5", {"evaluate", "fit", "learn"}},
        {"--kfold", "the number of folds is --folds 5", {"evaluate"}},
        {"--k-fold", "the number of folds is --folds 5", {"evaluate"}},
        {"--k-folds", "the number of folds is --folds 5", {"evaluate"}},
        {"--target", "variables are chosen by --targets A,B", {"marginals"}},
        {"--variables", "variables are chosen by --targets A,B", {"marginals"}},
        {"--target", "the column of the class is --class COLUMN", {"fit", "stats"}},
        {"--label", "the column of the class is --class COLUMN", {"fit", "stats", "evaluate"}},
    };
    for (const Meant& meant : all)
        if (meant.option == option &&
            (meant.commands.size() == 0 || is_one_of(command, meant.commands)))
            return std::string(meant.hint);
    return {};
}

}  // namespace pgm::apps
