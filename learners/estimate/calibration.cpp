#include <learners/estimate/calibration.hpp>

namespace pgm::learners {

const WordTable<Calibration>& calibration_words() {
    static const auto words =
        WordTable<Calibration>("calibration")
            .word("none", Calibration::none, "the posteriors of the network")
            .word("temperature", Calibration::temperature, "temperature scaling of the posteriors");
    return words;
}

Calibration parse_calibration(std::string_view text) {
    return calibration_words().parse(text);
}

std::string format(Calibration calibration) {
    return calibration_words().format(calibration);
}

}  // namespace pgm::learners
