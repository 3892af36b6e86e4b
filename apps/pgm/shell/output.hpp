#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace pgm::apps {

/// The reader of our standard output has closed it (`pgm sample ... | head`): no error, only a
/// reason to stop.
struct ReaderGone : std::exception {
    const char* what() const noexcept override { return "the reader of the output has gone"; }
};

/// Buffered standard output, in large pieces and with every failure noticed: a full disk is an
/// IoError, a closed pipe ReaderGone.
class Output {
public:
    void write(std::string_view text);
    void flush();
    /// Writes nothing from now on: another process writes the same.
    void silence() { is_silent_ = true; }

private:
    std::string buffer_;
    bool is_silent_ = false;
};

/// True if an output of that name is standard output, where --json prints its object. Throws
/// IoError for what cannot be written to.
bool is_standard_output(const std::string& path);

/// True if standard output is a terminal, where people read what programs would read from a file.
bool is_terminal_output();

}  // namespace pgm::apps
