#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/classifier_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/file/suffix.hpp>
#include <io/format/block/bif.hpp>
#include <io/network_file.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <memory>

namespace pgm::apps {
namespace {

struct ConvertRequest {
    std::string from;
    std::string to;
    bool lossy = false;
    bool plain = false;
    std::size_t member = 0;  ///< of the networks that a classifier averages, from 1; 0 is all
};

/// Plain names are spellings of BIF texts, which other formats do not have.
void require_bif(const ConvertRequest& request) {
    if (!request.plain || is_standard_output(request.to) || io::has_suffix(request.to, ".bif"))
        return;
    throw ArgumentError(
        "--plain is about the names in BIF files, and " + quoted_name(request.to) + " is none",
        "leave it out, or write a file that ends in .bif");
}

/// The parts that cannot be written, as notes when they may be lost.
std::vector<Problem> problems_of(const ConvertRequest& request,
                                 const std::vector<std::string>& losses) {
    std::vector<Problem> problems;
    for (const std::string& loss : losses) {
        Problem problem{
            .severity = request.lossy ? Problem::Severity::note : Problem::Severity::error,
            .message = "'" + request.to + "' cannot hold " + loss};
        if (!request.lossy) problem.hint = "--lossy writes it all the same";
        problems.push_back(std::move(problem));
    }
    return problems;
}

/// The report of the command; written to standard output, the text of the model is a member.
Report report_of(const ConvertRequest& request, const std::vector<std::string>& losses,
                 const std::string& text) {
    if (is_standard_output(request.to))
        return {{"written", Value()}, {"lost", losses}, {"text", text}};
    return {{"written", request.to}, {"lost", losses}};
}

/// The network to be written: the only one, or the one chosen.
BayesianNetwork network_of(const ConvertRequest& request, std::vector<WeightedNetwork> members) {
    if (request.member > members.size())
        throw ArgumentError(quoted_name(request.from) + " has no network number " +
                            std::to_string(request.member) + ", but " +
                            std::to_string(members.size()));
    if (request.member == 0 && members.size() > 1)
        throw ArgumentError(
            quoted_name(request.to) + " cannot hold an average of " +
                std::to_string(members.size()) + " networks",
            "a .pgmodel or .json file can; --member 1 writes the first of them alone");
    return std::move(members[std::max<std::size_t>(request.member, 1) - 1].network);
}

int convert(Session& session, const ConvertRequest& request) {
    refuse_to_overwrite(request.to, {request.from}, {"the copy", "it is made from"});
    require_bif(request);
    io::ModelResult read = load_model_and_text(session, request.from);
    io::SavedModel& model = read.model;
    const auto* const classifier = std::get_if<Classifier>(&model);
    if (classifier && request.member == 0 && !is_standard_output(request.to) &&
        io::holds_classifier(request.to, *classifier)) {
        io::write_classifier(*classifier, request.to);
        if (session.json) write(session, report_of(request, {}, {}));
        return fine;
    }
    const bool is_calibrated = classifier && !classifier->temperature().changes_nothing();
    const std::string temperature =
        is_calibrated ? number_text(classifier->temperature().value) : "";
    const std::vector<std::string> replacements =
        classifier ? replacements_lost(*classifier) : std::vector<std::string>();
    const Ensemble* const ensemble = classifier ? classifier->ensemble() : nullptr;
    const bool is_heaviest = ensemble != nullptr && request.member == 0;
    const std::size_t pooled = is_heaviest ? ensemble->classifiers().size() : 1;
    BayesianNetwork network =
        network_of(request, ensemble != nullptr && !is_heaviest
                                ? all_networks(*classifier)
                                : networks_of(session, request.from, std::move(model)));
    std::vector<std::string> losses = io::losses(network, request.to, read.source);
    if (pooled > 1)
        losses.push_back("the other " + counted(pooled - 1, "classifier") +
                         " (pgm fit --structure nb makes one network)");
    if (is_calibrated) losses.push_back("the temperature " + temperature + " of predictions");
    losses.insert(losses.end(), replacements.begin(), replacements.end());
    const std::vector<Problem> problems = problems_of(request, losses);
    if (!problems.empty() && !request.lossy) {
        // What no option can write is refused as such.
        io::check_writable(network, request.to);
        return report(failure_of(ErrorCode::argument, problems));
    }
    print_problems(problems);
    const std::vector<std::string> looks = io::lost_looks(network, request.to, read.source);
    say_lost(request.to, request.from, looks);
    if (!looks.empty()) losses.push_back(enumerated(looks));
    if (request.plain) {
        io::PlainNetwork plain = io::plain_network(network);
        network = std::move(plain.network);
        for (std::string& change : plain.changes) {
            print_note("not in " + quoted_name(request.to) + ": " + change);
            losses.push_back(std::move(change));
        }
    }
    std::string text;
    if (session.json && is_standard_output(request.to)) {
        text = io::network_bytes(network, request.to, read.source);
    } else {
        io::write_network(network, request.to, read.source);
    }
    if (session.json) write(session, report_of(request, losses, text));
    return fine;
}

}  // namespace

Action set_up_convert(Options& options, Session& session) {
    const auto given = std::make_shared<ConvertRequest>();
    options.argument("IN", given->from, "Model file, or - for standard input");
    options.argument(
        "OUT", given->to,
        "File to write, whose suffix determines the format; - writes BIF to standard output");
    options.flag("--lossy", given->lossy, "Write even if the format cannot represent everything");
    options.flag("--plain", given->plain,
                 "In BIF, names of letters, digits and _ only, for programs that refuse others");
    options.count("--member", given->member, 1,
                  "Of a classifier that averages networks (aode), write the one of this number");
    add_chance_only(options, session);
    return [given, &session] { return convert(session, *given); };
}

}  // namespace pgm::apps
