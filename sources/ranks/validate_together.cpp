#include <sources/ranks/ranks.hpp>

#include <sources/ranks/detail/byte_text.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::sources {
namespace {

using detail::append_numbers;
using detail::take_numbers;
using learners::ValidatedStructure;
using learners::Validation;

void append_fold(std::string& bytes, const ScoredPredictions& scored) {
    append_numbers<std::uint32_t>(bytes, scored.truth);
    append_numbers<std::uint32_t>(bytes, scored.predicted);
    for (std::size_t row = 0; row < scored.rows(); ++row)
        append_numbers<double>(bytes, scored.probability(row));
    append_numbers<double>(bytes, scored.log_truth);
    append_numbers<double>(bytes, scored.weights);
}

ScoredPredictions take_fold(std::string_view& bytes, const std::vector<std::string>& classes) {
    ScoredPredictions scored{.classes = classes};
    scored.truth = take_numbers<std::uint32_t>(bytes);
    scored.predicted = take_numbers<std::uint32_t>(bytes);
    RowsByStates probabilities(static_cast<Eigen::Index>(scored.rows()),
                               static_cast<Eigen::Index>(classes.size()));
    for (std::size_t row = 0; row < scored.rows(); ++row) {
        const std::vector<double> of_row = take_numbers<double>(bytes);
        for (std::size_t k = 0; k < std::min(of_row.size(), classes.size()); ++k)
            probabilities(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(k)) = of_row[k];
    }
    scored.probabilities = ProbabilityRows(std::move(probabilities));
    scored.log_truth = take_numbers<double>(bytes);
    scored.weights = take_numbers<double>(bytes);
    return scored;
}

/// The folds that one rank has reached, each with its structure and number in front.
std::string packed(const Validation& validation) {
    std::string bytes;
    for (std::size_t s = 0; s < validation.structures.size(); ++s) {
        const ValidatedStructure& structure = validation.structures[s];
        for (std::size_t fold = 0; fold < structure.folds.size(); ++fold) {
            if (!structure.folds[fold]) continue;
            append_numbers<std::uint64_t>(bytes, std::vector<std::uint64_t>{s, fold});
            append_fold(bytes, *structure.folds[fold]);
        }
    }
    return bytes;
}

void unpack(std::string_view bytes, const std::vector<std::string>& classes,
            Validation& validation) {
    while (!bytes.empty()) {
        const std::vector<std::uint64_t> place = take_numbers<std::uint64_t>(bytes);
        validation.structures.at(place.at(0)).folds.at(place.at(1)) = take_fold(bytes, classes);
    }
}

}  // namespace

Validation validate_together(const Ranks& ranks, const Dataset& data, std::string_view class_name,
                             std::span<const learners::Estimator> choices, learners::Folds folds,
                             learners::ValidationOptions options) {
    options.share = ranks.rank();
    options.shares = ranks.size();
    Validation validation =
        learners::validate(data, class_name, choices, std::move(folds), options);
    const std::vector<std::string> classes = as_discrete(data.column(class_name)).variable.states();
    for (const std::string& bytes : ranks.all_gather(packed(validation)))
        unpack(bytes, classes, validation);
    return validation;
}

}  // namespace pgm::sources
