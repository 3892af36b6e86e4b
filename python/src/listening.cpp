#include <python/src/detail/listening.hpp>

#include <utility>

namespace pgm::python {

learners::SearchControl Listener::control(std::size_t threads) {
    learners::SearchControl control;
    if (!progress_.is_none())
        control.proceed = [this](const learners::SearchProgress& progress) {
            return goes_on(progress);
        };
    control.threads = threads;
    control.stop = StopToken([this] { return stop_is_requested(); });
    return control;
}

template <class Ask>
void Listener::with_lock(Ask&& ask) {
    const nb::gil_scoped_acquire acquire;
    try {
        ask();
    } catch (nb::python_error& error) {
        error_.emplace(std::move(error));
        stopped_ = true;
    }
}

bool Listener::stop_is_requested() {
    if (stopped_ || std::this_thread::get_id() != caller_ || Clock::now() < next_) return stopped_;
    next_ = Clock::now() + std::chrono::milliseconds(50);
    with_lock([] {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    });
    return stopped_;
}

bool Listener::goes_on(const learners::SearchProgress& progress) {
    if (stopped_) return false;
    with_lock([&] { progress_(progress.fraction, progress.score); });
    return !stopped_;
}

}  // namespace pgm::python
