#pragma once

#include <pgm/core/stop_token.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace pgm::apps {

/// While it lives, an interrupt (Ctrl-C) or the end of the time limit requests a stop. Long work
/// polls the token, so that it can stop at a clean place and show what it has. The time counts from
/// its making, hence a command makes it before it reads a file. A second interrupt ends the program
/// at once. At most one at a time.
class Interruption {
public:
    explicit Interruption(std::optional<double> seconds);
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// The token that long work polls.
    const StopToken& token() const { return token_; }

    /// "interrupted" or "the time limit was reached"
    std::string reason() const;

private:
    StopToken token_;
};

/// While it lives, the program does work that polls no token: it reads a file, waits for a
/// database, or fits what has no partial result. A stop request that is older than `patience` then
/// ends the program with a word and status 130. Files are written whole or not at all. Within
/// another one the shorter patience holds; where there is no Interruption it changes nothing.
class DeafWork {
public:
    using Seconds = std::chrono::duration<double>;
    /// Short enough to wait for, and enough for small tables, after which there is a result.
    static constexpr Seconds usual_patience{0.5};

    explicit DeafWork(Seconds patience = usual_patience);
    ~DeafWork();
    DeafWork(const DeafWork&) = delete;
    DeafWork& operator=(const DeafWork&) = delete;

private:
    double before_;
};

/// Handles the signals that stop the program, from its start on. Ctrl-C ends it with status 130, at
/// once but for the moment in which a finished file gets its name. A file that grows past the
/// system's limit and a pipe whose reader has gone are errors of the writing, not signals.
void set_up_signals();

/// Has stop requests end the program as in DeafWork without patience, even in work that has partial
/// results: of processes that work together, each would stop at another place.
void give_up_partial_results();

}  // namespace pgm::apps
