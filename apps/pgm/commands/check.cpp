#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <apps/pgm/shell/file_kind.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <io/network_file.hpp>
#include <pgm/core/text/counted.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

/// Lines and columns of 0 mean that the problem is not at a place of the file; null in JSON.
void add_place(JsonText& json, const char* key, std::uint32_t value) {
    json.key(key);
    value == 0 ? json.null() : json.count(std::size_t{value});
}

std::string problems_json(const std::vector<Problem>& problems) {
    JsonText json;
    json.begin_object().key("problems").begin_array();
    for (const Problem& problem : problems) {
        json.begin_object()
            .key("severity")
            .string(name_of(problem.severity))
            .key("message")
            .string(problem.message);
        json.key("file").string(problem.location.file);
        add_place(json, "line", problem.location.line);
        add_place(json, "column", problem.location.column);
        json.key("hint").string(problem.hint).end_object();
    }
    json.end_array().end_object();
    return json.take() + "\n";
}

/// What the errors among the problems come to: a file is too large when nothing else is wrong with
/// it. Nothing without errors.
std::optional<Failure> failure_in(const std::vector<Problem>& problems) {
    std::vector<Problem> errors;
    ErrorCode code = ErrorCode::too_large;
    for (const Problem& problem : problems) {
        if (problem.severity != Problem::Severity::error) continue;
        if (code == ErrorCode::too_large) code = problem.code;
        errors.push_back(problem);
    }
    if (errors.empty()) return std::nullopt;
    return failure_of(code, std::move(errors));
}

int check(Session& session, const std::string& path) {
    require_model(path);
    const Stopwatch watch;
    const std::vector<Problem> problems = io::check_network_file(path);
    session.timings.load_ms = watch.milliseconds();

    const auto count = [&problems](Problem::Severity severity) {
        return std::ranges::count(problems, severity, &Problem::severity);
    };
    const auto errors = count(Problem::Severity::error),
               warnings = count(Problem::Severity::warning);
    const std::optional<Failure> failure = failure_in(problems);
    if (session.json) {
        session.out.write(problems_json(problems));
        return failure ? report(*failure) : fine;
    }
    print_problems(problems);
    session.out.write(errors + warnings == 0
                          ? "ok\n"
                          : counted(static_cast<std::size_t>(errors), "error") + ", " +
                                counted(static_cast<std::size_t>(warnings), "warning") + "\n");
    return failure ? failure->status : fine;
}

}  // namespace

Action set_up_check(Options& options, Session& session) {
    const auto path = std::make_shared<std::string>();
    options.argument("MODEL", *path, "Model file, or - for standard input");
    return [path, &session] { return check(session, *path); };
}

}  // namespace pgm::apps
