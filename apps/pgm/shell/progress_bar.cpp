#include <apps/pgm/shell/progress_bar.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace pgm::apps {
namespace {

bool terminal_that_can_redraw() {
    const char* const kind = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

void write(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

ProgressBar::ProgressBar(std::string what)
    : what_(std::move(what)), on_terminal_(terminal_that_can_redraw()) {}

ProgressBar::~ProgressBar() {
    clear();
}

void ProgressBar::show(std::size_t done, std::size_t all) {
    if (!on_terminal_ || all == 0) return;
    constexpr std::size_t width = 30;
    const std::size_t filled = width * done / all;
    const double seconds = watch_.milliseconds() / 1000,
                 left = done == 0
                            ? 0
                            : seconds * static_cast<double>(all - done) / static_cast<double>(done);
    write(fmt::format("\r\x1b[K[{}{}] {} of {} {}{}", std::string(filled, '#'),
                      std::string(width - filled, '.'), done, all, what_,
                      left >= 1 ? fmt::format(", about {:.0f} s left", left) : std::string()));
    drawn_ = true;
}

void ProgressBar::clear() {
    if (drawn_) write("\r\x1b[K");
    drawn_ = false;
}

}  // namespace pgm::apps
