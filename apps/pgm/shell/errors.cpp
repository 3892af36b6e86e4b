#include <apps/pgm/render/render.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>

#include <apps/pgm/shell/like_problems.hpp>
#include <apps/pgm/shell/output.hpp>

#include <pgm/core/stop_token.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <new>

namespace pgm::apps {
namespace {

/// Handlers of signals ask for it, too.
std::atomic<MessageForm> form_of_messages{MessageForm::text};
static_assert(std::atomic<MessageForm>::is_always_lock_free);

ExitStatus status_of(ErrorCode code) {
    if (code == ErrorCode::too_large) return too_large;
    return code == ErrorCode::impossible ? impossible_evidence : bad_input;
}

void write_line(const std::string& line) {
    if (message_form() == MessageForm::none) return;
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void print_as_text(const Problem& problem) {
    write_line(
        fmt::format("pgm: {}: {}\n", word_of(problem.severity), visible(to_string(problem))));
}

/// The library's advice names its own options; here the same things have other names.
std::string in_words_of_command_line(std::string sentence) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> words = {{
        {"EngineOptions::max_arena_bytes", "--memory-limit"},
        {"EngineOptions::max_multiplications", "--work-limit"},
        {"Fit::max_fit_bytes", "--memory-limit"},
        {"Fit::keep_statistics", "--updatable"},
        {"DataOptions::encoding = latin1", "--encoding latin1"},
        {"DataOptions::columns", "--ignore"},
        {"learn_incomplete() with", "--missing-cells"},
    }};
    for (const auto& [library, program] : words) {
        if (const std::size_t at = sentence.find(library); at != std::string::npos)
            sentence.replace(at, library.size(), program);
    }
    return sentence;
}

/// The text and, below it, a caret under the byte column.
void print_caret(const std::string& text, std::uint32_t column) {
    const std::size_t before = std::min<std::size_t>(column - 1, text.size());
    const std::size_t indent = display_columns(visible(text.substr(0, before)));
    write_line(fmt::format("    {}\n    {:>{}}\n", visible(text), '^', indent + 1));
}

void print_as_text(const Failure& failure) {
    for (const Problem& problem : failure.problems) print_as_text(problem);
    if (!failure.text.empty()) print_caret(failure.text, failure.problems.front().location.column);
}

Report report_of(const Problem& problem) {
    return {{"message", or_null(problem.message)},
            {"file", or_null(problem.location.file)},
            {"line", or_null(problem.location.line)},
            {"column", or_null(problem.location.column)},
            {"hint", or_null(problem.hint)}};
}

Failure failure_by(const Error& error) {
    Problem problem = problem_of(error);
    problem.message = in_words_of_command_line(std::move(problem.message));
    problem.hint = in_words_of_command_line(std::move(problem.hint));
    return failure_of(error.code(), {std::move(problem)});
}

}  // namespace

std::optional<Failure> failure_by(const std::exception_ptr& failure) {
    const auto one = [](ExitStatus status, const char* code, std::string message,
                        std::string hint) {
        return Failure{status, code, {{.message = std::move(message), .hint = std::move(hint)}}};
    };
    try {
        std::rethrow_exception(failure);
    } catch (const ReaderGone&) {
        return std::nullopt;
    } catch (const UsageError& error) {
        return one(bad_usage, "usage", error.what(), error.hint());
    } catch (const TextError& error) {
        Failure found = failure_by(error.error());
        found.text = error.text();
        return found;
    } catch (const ModelError& error) {
        if (error.problems().empty()) return failure_by(error);
        return failure_of(error.code(), error.problems());
    } catch (const Error& error) {
        return failure_by(error);
    } catch (const Stopped& error) {
        return one(stopped, "stopped", error.what(), {});
    } catch (const std::bad_alloc&) {
        return one(too_large, word_of(ErrorCode::too_large), "not enough memory", {});
    } catch (const std::exception& error) {
        return one(bad_input, "unexpected", std::string("unexpected: ") + error.what(),
                   "please report this");
    }
}

Report error_report(const Failure& failure) {
    Report error{{"code", failure.code}};
    error.append(report_of(failure.problems.front()));
    if (!failure.text.empty()) error.add("text", failure.text);
    if (failure.problems.size() > 1)
        error.add(
            "problems", rows_of(failure.problems, [](const Problem& problem) {
                return Report{{"severity", word_of(problem.severity)}}.append(report_of(problem));
            }));
    return error;
}

void set_message_form(MessageForm form) {
    form_of_messages = form;
}

MessageForm message_form() {
    return form_of_messages;
}

void print_problem(const Problem& problem) {
    if (message_form() == MessageForm::text) return print_as_text(problem);
    write_line(json_line(Report{{word_of(problem.severity), report_of(problem)}}));
}

void print_note(std::string message, std::string hint) {
    print_problem({Problem::Severity::note, std::move(message), {}, std::move(hint)});
}

void print_warning(std::string message, std::string hint) {
    print_problem({Problem::Severity::warning, std::move(message), {}, std::move(hint)});
}

void print_problems(const std::vector<Problem>& problems) {
    const bool for_people = message_form() == MessageForm::text;
    for (const Problem& problem : for_people ? summarised(problems) : problems) {
        print_problem(problem);
    }
}

int report(const Failure& failure) {
    if (message_form() == MessageForm::text)
        print_as_text(failure);
    else
        write_line(json_line(Report{{"error", error_report(failure)}}));
    return failure.status;
}

int report(const std::exception_ptr& failure) {
    const std::optional<Failure> found = failure_by(failure);
    return found ? report(*found) : fine;
}

int report_stopped(std::string message, bool has_result) {
    if (!has_result) return report(Failure{stopped, "stopped", {{.message = std::move(message)}}});
    print_warning(std::move(message));
    return stopped;
}

Failure failure_of(ErrorCode code, std::vector<Problem> problems) {
    return {status_of(code), word_of(code), std::move(problems)};
}

}  // namespace pgm::apps
