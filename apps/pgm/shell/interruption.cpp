#include <apps/pgm/shell/interruption.hpp>

#include <apps/pgm/shell/errors.hpp>

#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <string_view>

namespace pgm::apps {
namespace {

/// Signals reach the program, not an object; the flag is theirs.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

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

extern "C" void stop_at_once(int signal) {
    if (!passed_on(signal)) _exit(stopped);
}

extern "C" void on_interrupt(int signal) {
    if (interrupted.exchange(true)) stop_at_once(signal);
}

extern "C" void stop_late(int signal) {
    if (passed_on(signal)) return;
    constexpr std::string_view text =
        "pgm: error: stopped by the time limit; no file was written\n";
    constexpr std::string_view json =
        R"({"error":{"code":"stopped","message":"stopped by the time limit; no file was written",)"
        R"("file":null,"line":null,"column":null,"hint":null}})"
        "\n";
    if (message_form() == MessageForm::none) _exit(stopped);
    const std::string_view sentence = message_form() == MessageForm::json ? json : text;
    [[maybe_unused]] const ssize_t written =
        ::write(STDERR_FILENO, sentence.data(), sentence.size());
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
    if (are_partial_results_given_up) {
        // Work that can be stopped is done in portions, on which last digits may depend.
        token_ = StopToken([] { return false; });
        end_program_after(seconds);
        return;
    }
    std::optional<Clock::time_point> deadline;
    if (seconds)
        deadline = Clock::now() + duration_cast<Clock::duration>(duration<double>(*seconds));
    interrupted = false;
    token_ = StopToken([] { return interrupted.load(); }, deadline);
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
}

Interruption::~Interruption() {
    std::signal(SIGINT, stop_at_once);
    std::signal(SIGTERM, SIG_DFL);
}

std::string Interruption::reason() const {
    return interrupted ? "interrupted" : "the time limit was reached";
}

Interruption interruption_while_reading(const std::string& path, std::optional<double> seconds) {
    if (path != "-") return Interruption(seconds);
    end_program_after(seconds);
    return Interruption(std::nullopt);
}

void give_up_partial_results() {
    are_partial_results_given_up = true;
}

void end_program_after(std::optional<double> seconds) {
    if (!seconds) return;
    constexpr double microseconds_per_second = 1e6;
    double whole = 0;
    const double fraction = std::modf(*seconds, &whole);
    std::signal(SIGALRM, stop_late);
    itimerval timer{};
    timer.it_value.tv_sec = static_cast<time_t>(whole);
    timer.it_value.tv_usec = static_cast<suseconds_t>(fraction * microseconds_per_second);
    if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
    ::setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace pgm::apps
