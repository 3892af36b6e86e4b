#include <bench/network_table/questions.hpp>

namespace pgm::bench {

Questions::Questions(const std::vector<Evidence>& sets, std::function<double(const Evidence&)> ask)
    : sets_(sets), ask_(std::move(ask)) {
    constexpr double short_question = 5e-6;
    for (int warm = 0; warm < 2; ++warm) {
        const Duration duration = duration_of([&] {
            for (const Evidence& evidence : sets_) ask_(evidence);
        });
        together_ = duration.wall < short_question * static_cast<double>(sets_.size());
    }
}

void Questions::round() {
    if (together_) {
        double compile = 0;
        Duration duration = duration_of([&] {
            for (const Evidence& evidence : sets_) compile += ask_(evidence);
        });
        const auto count = static_cast<double>(sets_.size());
        total_.add({duration.wall / count, duration.processor / count});
        compile_.push_back(compile / count);
        run_.add({(duration.wall - compile) / count, (duration.processor - compile) / count});
        return;
    }
    for (const Evidence& evidence : sets_) {
        double compile = 0;
        const Duration duration = duration_of([&] { compile = ask_(evidence); });
        total_.add(duration);
        compile_.push_back(compile);
        run_.add({duration.wall - compile, duration.processor - compile});
    }
}

void alternate(std::vector<Questions*> kinds, double seconds) {
    constexpr int fewest_rounds = 3;
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    for (int round = 0; round < fewest_rounds || elapsed() < seconds; ++round)
        for (Questions* const kind : kinds) kind->round();
}

}  // namespace pgm::bench
