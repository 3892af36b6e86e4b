#include <apps/pgm/report/trial_report.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace pgm::apps {

void add_trials(TextTable& table, const learners::AutomaticFit& fit) {
    constexpr std::size_t most_trials_shown = 6;
    constexpr int digits = 4;
    const std::string& chosen = fit.trials[fit.chosen].name;
    std::vector<learners::Trial> trials = fit.trials;
    std::ranges::stable_sort(trials, {}, &learners::Trial::log_loss);
    for (std::size_t i = 0; i < std::min(trials.size(), most_trials_shown); ++i)
        table.add({i == 0 ? "tried" : "", to_text(trials[i].log_loss, digits) + "  " +
                                              trials[i].name + " (" +
                                              to_text(100 * (1 - trials[i].error), digits) +
                                              " % right)" +
                                              (trials[i].name == chosen ? ", chosen" : "")});
    if (trials.size() > most_trials_shown)
        table.add({"", "and " + std::to_string(trials.size() - most_trials_shown) +
                           " more; log loss of rows left out"});
}

void write_trials(JsonText& json, const learners::AutomaticFit& fit) {
    json.key("trials").begin_array();
    for (const learners::Trial& trial : fit.trials) {
        json.begin_object().key("name").string(trial.name);
        json.key("log_loss").number(trial.log_loss).key("accuracy").number(1 - trial.error);
        json.end_object();
    }
    json.end_array().key("chosen").string(fit.trials[fit.chosen].name);
    json.key("partial").boolean(fit.partial);
}

}  // namespace pgm::apps
