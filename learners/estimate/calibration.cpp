#include <learners/estimate/calibration.hpp>

#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <vector>

namespace pgm::learners {
namespace {

const std::vector<std::string> calibration_words = {"none", "temperature"};

}  // namespace

Calibration parse_calibration(std::string_view text) {
    const auto found = std::ranges::find(calibration_words, text);
    if (found != calibration_words.end())
        return static_cast<Calibration>(found - calibration_words.begin());
    throw_unknown_word("calibration", text, calibration_words);
}

std::string format(Calibration calibration) {
    return calibration_words[static_cast<std::size_t>(calibration)];
}

}  // namespace pgm::learners
