#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/manual/manual.hpp>
#include <apps/pgm/options/command.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <pgm/core/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace pgm::apps {
namespace {

constexpr const char* info_examples =
    "pgm info asia.bif\npgm info asia.bif --markov-blanket lung --json\npgm info asia.bif --plan "
    "-e "
    "'xray=yes'\npgm info iris.csv";
constexpr const char* query_examples =
    "pgm query asia.bif 'P(lung | xray=yes)' 'argmax(lung, bronc | dysp=yes)'\npgm query asia.bif "
    "'P(lung)' 'P(bronc)' -e 'smoke=yes, xray~[0.7, 0.3]'";
constexpr const char* marginals_examples =
    "pgm marginals asia.bif -e 'smoke=yes, xray=no'\npgm marginals asia.bif -e 'tub=yes or "
    "lung=yes, xray=[0.9, 0.2]'\npgm marginals asia.bif --evidence-file patients.json --json";
constexpr const char* explain_examples =
    "pgm explain asia.bif 'P(lung=yes | smoke=yes, xray=yes)'\npgm explain asia.bif 'P(lung)' "
    "--method messages -o lung.html";
constexpr const char* why_examples =
    "pgm why asia.bif 'P(bronc=yes | dysp=yes, smoke=no)'\npgm why asia.bif 'P(lung | xray=yes)' "
    "-e 'asia=yes' --relevant 'tub, lung, bronc' --json";
constexpr const char* decide_examples =
    "pgm decide oil.xdsl\npgm decide oil.xdsl -e 'Test=test, Seismic=open' --json\npgm decide "
    "pigs.net --limited -o strategy.csv";
constexpr const char* voi_examples =
    "pgm voi oil.xdsl --before Drill\npgm voi oil.xdsl --of Oil --accuracy 0.9\npgm voi asia.bif "
    "--class lung -e 'smoke=yes'";
constexpr const char* sensitivity_examples =
    "pgm sensitivity asia.bif 'P(lung=yes | xray=yes)' --within 10% -o tornado.svg\npgm "
    "sensitivity "
    "asia.bif 'P(lung=yes | xray=yes)' --reach 0.65 --json";
constexpr const char* effect_examples =
    "pgm effect asia.bif --of smoke --on dysp --hidden lung\npgm effect 'U{2, hidden} -> X, Y; X "
    "-> "
    "Z -> Y' --of X --on Y";
constexpr const char* fit_examples =
    "pgm fit loan.csv --class default --structure nb -o loan.pgmodel\npgm fit loan.csv --class "
    "default --structure 'default -> occ -> age, edu' --smooth floor:1e-6";
constexpr const char* stats_examples =
    "pgm stats monday.csv --class play --structure tan -o monday.stats\npgm stats tuesday.csv "
    "--like play.pgmodel -o tuesday.stats";
constexpr const char* merge_examples =
    "pgm merge monday.stats tuesday.stats -o week.stats\npgm fit --stats week.stats --smooth "
    "laplace:2 -o play.pgmodel";
constexpr const char* encode_examples =
    "pgm encode loan.csv -o loan.pgmdata\npgm fit loan.pgmdata --class default --structure tan";
constexpr const char* update_examples =
    "pgm fit monday.csv --class play --updatable -o play.pgmodel\npgm update play.pgmodel "
    "tuesday.csv -o play.pgmodel";
constexpr const char* learn_examples =
    "pgm learn asia.csv -o asia.bif\npgm learn asia.csv --algorithm hc --score bdeu:10 "
    "--constraints rules.txt --bootstrap 200 --json";

constexpr const char* exercise_examples =
    "pgm exercise asia.bif --seed 7 -o sheet.html\npgm exercise asia.bif --kind 'dsep, "
    "elimination' "
    "--count 6 -o sheet.tex";
constexpr const char* test_examples =
    "pgm test asia.csv 'smoke _||_ dysp | bronc'\npgm test iris.csv 'petal_length _||_ "
    "sepal_length' --test fisher-z --json";
constexpr const char* associations_examples =
    "pgm associations loan.csv\npgm associations loan.csv --with default --rank -o strength.svg";

constexpr const char* compile_examples =
    "pgm compile asia.bif -o asia.c\npgm compile asia.bif --targets lung --evidence-on 'xray, "
    "smoke' --float --test -o lung.c";
constexpr const char* report_examples =
    "pgm report loan.csv --class default -o loan.html\npgm report patients.csv -o patients.md\npgm "
    "report loan.pgmodel --data new.csv -o loan.html";

constexpr Command commands[] = {
    {"info", "size and structure of a network, or the columns of a table", info_examples,
     &set_up_info},
    {"show", "what a model is, and each of its distributions",
     "pgm show asia.bif --of 'lung, bronc'\npgm show iris.pgmodel", &set_up_show},
    {"check", "all problems of a model file, with line and column", "pgm check asia.bif",
     &set_up_check},
    {"query", "answers to questions such as P(lung | xray=yes)", query_examples, &set_up_query},
    {"marginals", "posterior distributions of all variables, and log P(evidence)",
     marginals_examples, &set_up_marginals},
    {"mpe", "the most probable explanation of the evidence",
     "pgm mpe asia.bif -e 'dysp=yes'\npgm mpe asia.bif -e 'dysp=yes' -k 5", &set_up_mpe},
    {"why", "what each finding did to the probability of an event", why_examples, &set_up_why},
    {"uai", "solve the tasks of the UAI competitions",
     "pgm uai MAR grid.uai grid.uai.evid\npgm uai MMAP grid.uai grid.uai.evid grid.uai.query -o "
     "grid.uai.MMAP",
     &set_up_uai, &uai_tasks},
    {"explain", "the derivation of an answer, as a textbook writes it", explain_examples,
     &set_up_explain},
    {"dsep", "whether variables are d-separated in the graph",
     "pgm dsep asia.bif 'asia _||_ smoke | dysp'", &set_up_dsep},
    {"decide", "the best strategy of an influence diagram, with every expected utility",
     decide_examples, &set_up_decide},
    {"voi", "what seeing a variable first is worth to a decision", voi_examples, &set_up_voi},
    {"sensitivity", "which numbers of a network an answer depends on, and how much",
     sensitivity_examples, &set_up_sensitivity},
    {"effect", "what a change of one variable does to another, if that follows from what is seen",
     effect_examples, &set_up_effect},
    {"fit", "fit a classifier, or estimate the parameters of a network, from a table", fit_examples,
     &set_up_fit, nullptr, true},
    {"stats", "sufficient statistics of a part of a table", stats_examples, &set_up_stats},
    {"merge", "merge the statistics of the parts of a table", merge_examples, &set_up_merge},
    {"update", "update a classifier with more rows", update_examples, &set_up_update},
    {"predict", "class and probabilities for every row of a table",
     "pgm predict loan.pgmodel new.csv --proba -o predicted.csv", &set_up_predict, nullptr, true},
    {"evaluate", "cross-validate structures, or test a fitted model",
     "pgm evaluate iris.csv --class species --structure nb,tan --folds 10 --seed 1\npgm evaluate "
     "loan.pgmodel test.csv",
     &set_up_evaluate, nullptr, true},
    {"report",
     "one page about a table or a model: what it holds, the network, how well it predicts",
     report_examples, &set_up_report},
    {"learn", "learn the structure of a network from a table, and fit it", learn_examples,
     &set_up_learn, nullptr, true},
    {"encode", "write a table in the form that is read fastest", encode_examples, &set_up_encode},
    {"score", "score the structure of a network on a table",
     "pgm score asia.bif asia.csv\npgm score asia.bif asia.csv --score qnml --score bdeu:1 --json",
     &set_up_score},
    {"test", "test columns of a table for independence", test_examples, &set_up_test},
    {"associations", "which columns of a table are related, and how strongly",
     associations_examples, &set_up_associations},
    {"compare", "distance of two networks: structures and distributions",
     "pgm compare asia.bif learned.bif", &set_up_compare},
    {"sample", "random rows drawn from the network, as CSV",
     "pgm sample asia.bif -n 1000 --seed 1 -o asia.csv", &set_up_sample},
    {"complete", "fill in the missing cells of a table",
     "pgm complete patients.csv asia.bif -o completed.csv\npgm complete patients.csv asia.bif "
     "--draw --imputations 5 --seed 1 -o imputed.csv",
     &set_up_complete},
    {"convert", "convert a model to another format", "pgm convert asia.bif asia.json",
     &set_up_convert},
    {"compile", "a network as functions of C, for programs without a library", compile_examples,
     &set_up_compile},
    {"draw", "a picture of the network as .svg, .pdf, .tex, .html or .dot",
     "pgm draw asia.bif -e 'xray=yes' -o asia.svg", &set_up_draw},
    {"new", "a network from a text, with placeholders where no numbers are given",
     "pgm new 'Cloudy{no|yes} -> Rain{no|yes}; Rain -> hours{real}' -o lawn.json", &set_up_new},
    {"set", "change a number, a name or an arc of a network",
     "pgm set late.bif 'P(Late=much | Strike=yes) = 0.2'\npgm set asia.bif 'state smoke: yes -> "
     "smoker' 'remove smoke -> bronc' -o changed.bif",
     &set_up_set},
    {"example", "the textbook examples", "pgm example\npgm example sprinkler", &set_up_example,
     &example_names},
    {"exercise", "questions about a network, with their answers", exercise_examples,
     &set_up_exercise},
    {"help", "the long lists of words, or a command's help; as a manual page on request",
     "pgm help structures\npgm help fit\npgm help --man fit | man -l -", &set_up_help, &help_names},
    {"completion", "the script that completes command lines in bash, fish or zsh",
     "pgm completion bash > ~/.local/share/bash-completion/completions/pgm", &set_up_completion,
     &shells},
};

/// `pgm --json info asia.bif` means `pgm info asia.bif --json`: options may come before the
/// command.
std::vector<std::string> command_first(std::vector<std::string> arguments) {
    const auto takes_value = [](const std::string& option) {
        return option == "--repeat" || option == "--memory-limit" || option == "--work-limit";
    };
    std::size_t at = 0;
    while (at < arguments.size() && arguments[at].size() > 1 && arguments[at].front() == '-')
        at += takes_value(arguments[at]) ? 2 : 1;
    if (at < arguments.size())
        std::rotate(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(at),
                    arguments.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    return arguments;
}

/// Throws UsageError for a command that is not spread over ranks.
void require_spread(const Command& command) {
    if (command.is_spread) return;
    throw UsageError("'pgm-mpi' does not spread '" + std::string(command.name) + "'",
                     "'pgm " + std::string(command.name) + "' does it");
}

/// Freed memory is kept for what comes next. The columns of a part of a table are freed before
/// those of the next part are made; to give their pages back and to get them again, zeroed, took a
/// sixth of the time of a fit.
void keep_freed_memory() {
#if defined(__GLIBC__)
    constexpr int mebibyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 32 * mebibyte);
    mallopt(M_TRIM_THRESHOLD, 512 * mebibyte);
    mallopt(M_TOP_PAD, 4 * mebibyte);
#endif
}

}  // namespace

int run_arguments(std::vector<std::string> arguments, const sources::Ranks* ranks) {
    Output out;
    if (arguments.empty()) {
        const std::string help = general_help(commands);
        std::fwrite(help.data(), 1, help.size(), stderr);
        return bad_usage;
    }
    arguments = command_first(std::move(arguments));
    const std::string first = arguments.front();
    arguments.erase(arguments.begin());
    if (first == "--version") {
        out.write(std::string(version_text) + "\n");
    } else if (first == "--help" || first == "-h") {
        out.write(general_help(commands));
    } else {
        const Command& command = find_command(first);
        if (ranks != nullptr) require_spread(command);
        return run_command(command, std::move(arguments), commands, ranks);
    }
    out.flush();
    return fine;
}

MessageForm wanted_form(const std::vector<std::string>& arguments) {
    const auto end_of_options = std::ranges::find(arguments, "--");
    const bool json = std::find(arguments.begin(), end_of_options, "--json") != end_of_options;
    return json ? MessageForm::json : MessageForm::text;
}

std::span<const Command> all_commands() {
    return commands;
}

const Command& find_command(const std::string& name) {
    if (name.starts_with('-')) {
        const std::vector<std::string> options = {"--help", "--version"};
        const std::string near = nearest_name(name, options);
        throw UsageError("unknown option '" + name + "'",
                         near.empty() ? "a command comes first; 'pgm --help' lists them"
                                      : "did you mean '" + near + "'?");
    }
    std::vector<std::string> names;
    for (const Command& command : commands) {
        if (command.name == name) return command;
        names.emplace_back(command.name);
    }
    const std::string nearest = nearest_name(name, names);
    throw UsageError("unknown command '" + name + "'", nearest.empty()
                                                           ? "'pgm --help' lists the commands"
                                                           : "did you mean '" + nearest + "'?");
}

int run_command_line(int argc, char** argv) {
    keep_freed_memory();
    set_up_signals();
    try {
        std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
        set_message_form(wanted_form(arguments));
        return run_arguments(std::move(arguments));
    } catch (...) {
        return report(std::current_exception());
    }
}

}  // namespace pgm::apps
