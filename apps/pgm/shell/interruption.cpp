#include <apps/pgm/shell/interruption.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/numbers.hpp>

#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <string_view>

namespace pgm::apps {
namespace {

/// Signals reach the program, not an object; what they ask for is theirs. A patience is in seconds,
/// and infinite while tokens are polled.
std::atomic<bool> interrupted{false};
std::atomic<double> patience{infinity};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<double>::is_always_lock_free);

std::optional<StopToken::Clock::time_point> deadline;
bool are_partial_results_given_up = false;

/// The thread that writes files. It blocks signals while a file has its name of the moment
/// (io/file/output_file.hpp), but the system then gives them to another thread: which passes
/// them on.
pthread_t main_thread;

bool passed_on(int signal) {
    if (::pthread_equal(::pthread_self(), main_thread) != 0) return false;
    ::pthread_kill(main_thread, signal);
    return true;
}

/// Has the alarm ring after so many seconds, or not at all if these are infinite.
void set_alarm(double seconds) {
    constexpr double microseconds_per_second = 1e6;
    itimerval timer{};
    if (seconds < infinity) {
        double whole = 0;
        const double fraction = std::modf(std::max(seconds, 0.0), &whole);
        timer.it_value.tv_sec = static_cast<time_t>(whole);
        timer.it_value.tv_usec = static_cast<suseconds_t>(fraction * microseconds_per_second);
        if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
    }
    ::setitimer(ITIMER_REAL, &timer, nullptr);
}

/// Has the alarm ring once the stop request, or the one that the clock brings, is too old.
void set_alarm_of_request() {
    if (interrupted) return set_alarm(patience);
    if (!deadline) return set_alarm(infinity);
    const std::chrono::duration<double> left = *deadline - StopToken::Clock::now();
    set_alarm(std::max(left.count(), 0.0) + patience);
}

extern "C" void stop_at_once(int signal) {
    if (!passed_on(signal)) _exit(stopped);
}

extern "C" void on_interrupt(int signal) {
    if (interrupted.exchange(true)) return stop_at_once(signal);
    set_alarm(patience);
}

extern "C" void on_alarm(int signal) {
    if (passed_on(signal)) return;
    if (message_form() == MessageForm::none) _exit(stopped);
    const bool is_json = message_form() == MessageForm::json;
    for (const std::string_view part :
         {std::string_view(is_json ? R"({"error":{"code":"stopped","message":")" : "pgm: error: "),
          std::string_view(interrupted ? "interrupted" : "stopped by the time limit"),
          std::string_view("; no file was written"),
          std::string_view(is_json ? R"(","file":null,"line":null,"column":null,"hint":null}})"
                                   : ""),
          std::string_view("\n")}) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, part.data(), part.size());
    }
    _exit(stopped);
}

}  // namespace

void set_up_signals() {
    main_thread = ::pthread_self();
    std::signal(SIGINT, stop_at_once);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

Interruption::Interruption(std::optional<double> seconds) {
    using std::chrono::duration_cast, std::chrono::duration;
    using Clock = StopToken::Clock;
    interrupted = false;
    deadline.reset();
    if (seconds)
        deadline = Clock::now() + duration_cast<Clock::duration>(duration<double>(*seconds));
    // Work that can be stopped is done in portions, on which last digits may depend.
    token_ = are_partial_results_given_up
                 ? StopToken([] { return false; })
                 : StopToken([] { return interrupted.load(); }, deadline);
    patience = are_partial_results_given_up ? 0 : infinity;
    std::signal(SIGALRM, on_alarm);
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
    set_alarm_of_request();
}

Interruption::~Interruption() {
    deadline.reset();
    patience = infinity;
    set_alarm(infinity);
    std::signal(SIGINT, stop_at_once);
    std::signal(SIGTERM, SIG_DFL);
}

std::string Interruption::reason() const {
    return interrupted ? "interrupted" : "the time limit was reached";
}

DeafWork::DeafWork(Seconds most) : before_(patience) {
    patience = std::min(before_, most.count());
    set_alarm_of_request();
}

DeafWork::~DeafWork() {
    patience = before_;
    set_alarm_of_request();
}

void give_up_partial_results() {
    are_partial_results_given_up = true;
}

}  // namespace pgm::apps
