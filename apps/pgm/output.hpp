#pragma once

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace pgm::apps {

/// Whoever read our standard output closed it (`pgm sample ... | head`): no error, only a reason to stop.
struct ReaderGone : std::exception {
    const char* what() const noexcept override { return "the reader of the output has gone"; }
};

/// Buffered standard output, in large pieces and with every failure noticed: a full disk is an IoError, a closed pipe ReaderGone.
class Output {
public:
    void write(std::string_view text);
    void flush();

private:
    std::string buffer_;
};

/// Text for a terminal: control characters, which could move the cursor or colour the screen, become \n, \t or \x1b; everything else stays.
std::string visible(std::string_view text);

}  // namespace pgm::apps
