#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/network_file.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

Report report_of(const std::vector<Problem>& problems) {
    const auto count = [&problems](Problem::Severity severity) {
        return static_cast<std::size_t>(std::ranges::count(problems, severity, &Problem::severity));
    };
    const std::size_t errors = count(Problem::Severity::error),
                      warnings = count(Problem::Severity::warning);
    const ReportRows rows = rows_over(problems, [](const Problem& problem) -> Report {
        return {{"severity", word_of(problem.severity)},
                {"message", problem.message},
                {"file", problem.location.file},
                {"line", or_null(problem.location.line)},
                {"column", or_null(problem.location.column)},
                {"hint", problem.hint}};
    });
    return {{"problems", rows,
             Sentence{errors + warnings == 0
                          ? "ok"
                          : counted(errors, "error") + ", " + counted(warnings, "warning")}}};
}

/// The failure that the errors among the problems make: a file is too large when nothing else is
/// wrong with it. Null without errors.
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
    const std::vector<Problem> problems =
        loaded(session, [&] { return io::check_network_file(path); });
    const std::optional<Failure> failure = failure_in(problems);
    if (!session.json) print_problems(problems);
    write(session, report_of(problems));
    if (failure && session.json) return report(*failure);
    return failure ? failure->status : fine;
}

}  // namespace

Action set_up_check(Options& options, Session& session) {
    const auto path = std::make_shared<std::string>();
    options.argument("MODEL", *path, "Model file, or - for standard input");
    return [path, &session] { return check(session, *path); };
}

}  // namespace pgm::apps
