#include <apps/pgm/shell/progress_bar.hpp>
#include <pgm/core/text/number_text.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
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
    if (all == 0) return;
    draw(static_cast<double>(done) / static_cast<double>(all),
         fmt::format("{} of {}", done, counted(all, what_)));
}

bool ProgressBar::is_due() {
    constexpr double milliseconds_between = 200;
    if (watch_.milliseconds() - shown_ <= milliseconds_between) return false;
    shown_ = watch_.milliseconds();
    return true;
}

void ProgressBar::count(std::size_t done) {
    if (is_due()) draw(counted(done, what_));
}

void ProgressBar::show(double share) {
    if (!is_due()) return;
    draw(share, fmt::format("{:.1f} %{}{}", 100 * share, what_.empty() ? "" : " ", what_));
}

void ProgressBar::draw(double share, const std::string& text) {
    constexpr double width = 30;
    const std::size_t filled = static_cast<std::size_t>(width * std::clamp(share, 0.0, 1.0));
    const double seconds = watch_.milliseconds() / 1000,
                 left = share > 0 ? seconds * (1 - share) / share : 0;
    draw(fmt::format("[{:.<30}] {}{}", std::string(filled, '#'), text,
                     left >= 1 ? fmt::format(", about {:.0f} s left", left) : std::string()));
}

void ProgressBar::draw(const std::string& line) {
    if (!on_terminal_) return;
    write("\r\x1b[K" + line);
    drawn_ = true;
}

void ProgressBar::clear() {
    if (drawn_) write("\r\x1b[K");
    drawn_ = false;
}

learners::SearchControl control_of(const Interruption& interruption, ProgressBar& bar,
                                   std::size_t threads) {
    learners::SearchControl control{.threads = threads, .stop = interruption.token()};
    if (bar.is_shown()) {
        control.proceed = [&bar](const learners::SearchProgress& progress) {
            bar.show(progress.fraction);
            return true;
        };
    }
    return control;
}

}  // namespace pgm::apps
