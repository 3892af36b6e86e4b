#include <pgm/classify/prediction_intervals.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/detail/parameter_draws.hpp>

#include <string>
#include <utility>

namespace pgm {
namespace {

/// How many numbers one draw of a model has.
std::size_t drawn_numbers_of(const Model& model) {
    std::size_t numbers = 0;
    for (const WeightedNetwork& member : model.members())
        numbers +=
            detail::drawn_numbers(member.network, std::vector<char>(member.network.size(), 1));
    return numbers;
}

/// The classifier of another model, without what only updates need.
NetworkClassifier with_model(const NetworkClassifier& classifier, Model model) {
    return NetworkClassifier({.model = std::move(model),
                              .schema = {classifier.schema().begin(), classifier.schema().end()},
                              .discretisation = classifier.discretisation(),
                              .replacements = classifier.replacements(),
                              .temperature = classifier.temperature()});
}

NetworkClassifier drawn_classifier(const NetworkClassifier& classifier, std::uint64_t seed,
                                   std::size_t number) {
    std::vector<WeightedNetwork> members;
    for (const WeightedNetwork& member : classifier.members())
        members.push_back({detail::drawn_network(member.network, seed++, number), member.weight,
                           member.super_parent});
    return with_model(classifier, Model(std::move(members)));
}

Classifier drawn_classifier(const Classifier& classifier, std::uint64_t seed, std::size_t number) {
    if (const NetworkClassifier* const networks = classifier.networks())
        return drawn_classifier(*networks, seed, number);
    std::vector<PooledClassifier> pooled;
    for (const auto& [member, weight] : classifier.ensemble()->classifiers()) {
        pooled.push_back({drawn_classifier(member, seed, number), weight});
        seed += member.members().size();
    }
    return Ensemble(std::move(pooled), {}, classifier.ensemble()->temperature());
}

}  // namespace

IntervalPredictor::IntervalPredictor(const Classifier& classifier, const IntervalOptions& options,
                                     const EngineOptions& engine)
    : probability_(options.probability) {
    check(options);
    if (const NetworkClassifier* const networks = classifier.networks())
        for (Model& replicate : replicates_of(networks->model()))
            drawn_.emplace_back(Classifier(with_model(*networks, std::move(replicate))), engine);
    if (!drawn_.empty()) return;
    constexpr std::size_t most = std::size_t{1} << 27;
    std::size_t numbers = 0;
    for (const NetworkClassifier* const part : network_classifiers(classifier))
        numbers += drawn_numbers_of(part->model());
    if (numbers == 0)
        throw ArgumentError(
            "there are no intervals: no number of the classifier was estimated from rows whose "
            "weight is known",
            "a classifier that 'pgm fit' makes of a table has them");
    if (numbers > most / options.draws)
        throw TooLargeError(std::to_string(options.draws) + " draws of " + std::to_string(numbers) +
                                " numbers each are more than " + std::to_string(most),
                            {}, "take fewer draws");
    for (std::size_t number = 0; number < options.draws; ++number)
        drawn_.emplace_back(drawn_classifier(classifier, options.seed, number), engine);
}

std::vector<std::optional<CredibleInterval>> IntervalPredictor::intervals(
    const Dataset& data, const PredictOptions& options) const {
    std::vector<std::vector<double>> drawn;
    for (const Predictor& predictor : drawn_) {
        const Predictions predictions = predictor.predict(data, options);
        const std::size_t classes = predictions.classes.size();
        drawn.resize(data.rows() * classes);
        for (std::size_t row = 0; row < predictions.rows(); ++row)
            for (std::size_t k = 0; k < classes && predictions.status[row] == RowStatus::ok; ++k)
                drawn[row * classes + k].push_back(predictions.probability(row)[k]);
    }
    std::vector<std::optional<CredibleInterval>> all;
    for (std::vector<double>& numbers : drawn)
        all.push_back(credible_interval(std::move(numbers), probability_));
    return all;
}

}  // namespace pgm
