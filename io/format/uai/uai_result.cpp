#include <io/format/uai/uai.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>

// Files of results.

namespace pgm::io {

std::string uai_heading(UaiTask task, std::size_t results) {
    const std::string name = task == UaiTask::pr    ? "PR"
                             : task == UaiTask::mar ? "MAR"
                             : task == UaiTask::mpe ? "MPE"
                                                    : "MMAP";
    return name + "\n" + (results == 1 ? "" : std::to_string(results) + "\n");
}

std::string uai_result(double log_probability) {
    return (log_probability == -infinity ? "-inf" : to_text(log_probability / std::log(10.0))) +
           "\n";
}

std::string uai_result(const Posterior& posterior) {
    if (posterior.impossible()) return "0\n";
    std::string text = std::to_string(posterior.size());
    for (std::size_t i = 0; i < posterior.size(); ++i) {
        text.append(" ").append(std::to_string(posterior[i].size()));
        for (const double p : posterior[i]) text.append(" ").append(to_text(p));
    }
    return text + "\n";
}

std::string uai_result(UaiTask task, const Explanation& explanation) {
    std::string text = std::to_string(explanation.states.size());
    for (std::size_t i = 0; i < explanation.states.size(); ++i) {
        if (task == UaiTask::mmap)
            text.append(" ").append(std::to_string(explanation.variables[i].index()));
        text.append(" ").append(std::to_string(explanation.states[i].index()));
    }
    return text + "\n";
}

}  // namespace pgm::io
