#include <apps/pgm/errors.hpp>

#include <apps/pgm/exit_status.hpp>
#include <apps/pgm/output.hpp>

#include <pgm/core/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>

namespace pgm::apps {
namespace {

void print_line(const char* kind, const std::string& sentence) {
    const std::string line = fmt::format("pgm: {}: {}\n", kind, visible(sentence));
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void print_error(const std::string& message, const std::string& hint = {}) {
    print_line("error", hint.empty() ? message : message + " (" + hint + ")");
}

/// The library's advice names its own options; here the same bound has another name.
std::string in_words_of_command_line(std::string sentence) {
    constexpr std::string_view library = "EngineOptions::max_arena_bytes";
    if (const std::size_t at = sentence.find(library); at != std::string::npos) sentence.replace(at, library.size(), "--memory-limit");
    return sentence;
}

/// The text and, below it, a caret under the byte column.
void print_caret(const std::string& text, std::uint32_t column) {
    const std::size_t before = std::min<std::size_t>(column - 1, text.size());
    const std::size_t indent = display_columns(visible(text.substr(0, before)));
    const std::string lines = fmt::format("    {}\n    {:>{}}\n", visible(text), '^', indent + 1);
    std::fwrite(lines.data(), 1, lines.size(), stderr);
}

int status_of(const Error& error) {
    switch (error.code()) {
        case ErrorCode::too_large:
            return too_large;
        case ErrorCode::impossible:
            return impossible_evidence;
        default:
            return bad_input;
    }
}

}  // namespace

void print_problem(const Problem& problem) {
    switch (problem.severity) {
        case Problem::Severity::note:
            return print_line("note", to_string(problem));
        case Problem::Severity::warning:
            return print_line("warning", to_string(problem));
        case Problem::Severity::error:
            return print_line("error", to_string(problem));
    }
}

int report(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const ReaderGone&) {
        return fine;
    } catch (const UsageError& error) {
        print_error(error.what(), error.hint());
        return bad_usage;
    } catch (const TextError& error) {
        print_error(error.what());
        print_caret(error.text(), error.error().location().column);
        return status_of(error.error());
    } catch (const ModelError& error) {
        for (const Problem& problem : error.problems()) print_problem(problem);
        return bad_input;
    } catch (const TooLargeError& error) {
        print_error(in_words_of_command_line(error.what()));
        return too_large;
    } catch (const Error& error) {
        print_error(error.what());
        return status_of(error);
    } catch (const std::bad_alloc&) {
        print_error("not enough memory");
        return too_large;
    } catch (const std::exception& error) {
        print_error(std::string("unexpected: ") + error.what(), "please report this");
        return bad_input;
    }
}

}  // namespace pgm::apps
