#pragma once

#include <pgm/core/stop_token.hpp>

#include <optional>
#include <string>

namespace pgm::apps {

/// While it lives, an interrupt (Ctrl-C) or the end of the time limit is a wish that long work asks
/// about, so that it can stop at a clean place and show what it has. A second interrupt ends the
/// program at once. At most one at a time.
class Interruption {
public:
    explicit Interruption(std::optional<double> seconds);
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// What long work asks.
    const StopToken& token() const { return token_; }

    /// "interrupted" or "the time limit was reached"
    std::string reason() const;

private:
    StopToken token_;
};

/// The one of work that reads a file part by part. While standard input keeps it waiting, no wish
/// is asked about: there the end of the time limit ends the program, and so does a second
/// interrupt.
Interruption interruption_while_reading(const std::string& path, std::optional<double> seconds);

/// What stops the program from outside, from its start on. Ctrl-C and the time limit end it with
/// status 130, at once but for the moment in which a finished file gets its name. A file that grows
/// past the system's limit and a pipe whose reader has gone are errors of the writing, not signals.
void set_up_signals();

/// From now on the end of a time limit and an interrupt end the program as end_program_after()
/// does, even in work that has partial results: of processes that work together, each would stop at
/// another place.
void give_up_partial_results();

/// For work without partial results: when the time is over, the program says so and ends with
/// status 130. Files are written whole or not at all.
void end_program_after(std::optional<double> seconds);

}  // namespace pgm::apps
