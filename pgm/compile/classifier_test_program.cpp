#include <pgm/compile/classifier_source.hpp>

#include <pgm/classify/predictions.hpp>
#include <pgm/compile/detail/c_text.hpp>
#include <pgm/compile/detail/number_states.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/sampling.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm {
namespace {

using detail::c_list, detail::CStyle, detail::NumberStates;

constexpr std::size_t row_count = 100;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// A number that means the state, between cuts where there is room; NaN where none does.
double number_of(const NumberStates& numbers, StateId state) {
    const std::vector<double>& cuts = numbers.cuts;
    double found = unknown;
    for (std::size_t i = 0; i < numbers.states.size(); ++i) {
        if (numbers.states[i] != state || cuts.empty()) continue;
        const std::size_t above = i / 2;
        if (i % 2 == 1) {
            found = cuts[above];
        } else if (above == 0) {
            return cuts.front() - std::max(1.0, std::abs(cuts.front()));
        } else if (above == cuts.size()) {
            return cuts.back() + std::max(1.0, std::abs(cuts.back()));
        } else {
            const double middle = std::midpoint(cuts[above - 1], cuts[above]);
            if (middle > cuts[above - 1] && middle < cuts[above]) return middle;
        }
    }
    return found;
}

/// Rows of features, and what a program is given of them.
class FeatureSampler {
public:
    explicit FeatureSampler(const Classifier& classifier)
        : class_(classifier.class_variable()),
          features_(classifier.features()),
          of_(classifier.networks() ? *classifier.networks()
                                    : classifier.ensemble()->heaviest().classifier),
          network_(of_.members().front().network),
          sampler_(network_),
          states_(network_.size()),
          values_(network_.size(), 0.0),
          cells_(features_.size()) {}

    /// Draws a row from the network, of which a share is known that grows from row to row.
    void add_row(std::size_t row) {
        constexpr std::size_t shares = 10;
        sampler_.sample(rng_, states_, values_);
        for (std::size_t f = 0; f < features_.size(); ++f) {
            const FeatureCell cell =
                rng_.below(shares) <= row % shares ? drawn(features_[f]) : FeatureCell{};
            cells_[f].push_back(cell);
            numbers_.push_back(cell.number);
        }
    }

    /// With the class, unknown, so that there are rows where there are no features.
    Dataset data() const {
        std::vector<Column> columns{{class_, missing_codes(class_.cardinality(), row_count)}};
        for (std::size_t f = 0; f < features_.size(); ++f) {
            std::vector<std::optional<StateId>> states;
            std::vector<double> numbers;
            for (const FeatureCell& cell : cells_[f]) {
                states.push_back(cell.state);
                numbers.push_back(cell.number);
            }
            columns.push_back(features_[f].is_discrete()
                                  ? discrete_column(features_[f], states)
                                  : Column{features_[f], RealCells(numbers)});
        }
        return Dataset(std::move(columns));
    }

    /// Of all features, one row after the other; 0 where there are no features.
    std::vector<double> numbers() const {
        return features_.empty() ? std::vector<double>{0} : numbers_;
    }

private:
    struct FeatureCell {
        std::optional<StateId> state = std::nullopt;
        double number = unknown;
    };

    FeatureCell drawn(const Variable& feature) const {
        const std::optional<VariableId> id = network_.find(feature.name());
        if (!id) return {};
        if (!network_.variable(*id).is_discrete()) return {std::nullopt, values_[id->index()]};
        const StateId state = states_[id->index()];
        if (!feature.is_discrete()) {
            const CutPoints* const cut = of_.discretisation().find(feature.name());
            return {std::nullopt, cut ? number_of(detail::number_states(*cut), state) : unknown};
        }
        // A state that the network has in addition is what a missing value becomes.
        if (state.index() >= feature.cardinality()) return {};
        return {state, detail::are_numbers(feature)
                           ? number_of(detail::number_states(feature), state)
                           : static_cast<double>(state.index())};
    }

    const Variable& class_;
    std::span<const Variable> features_;
    const NetworkClassifier& of_;
    const BayesianNetwork& network_;
    ForwardSampler sampler_;
    Rng rng_{1};
    std::vector<StateId> states_;  ///< of the row that was drawn last
    std::vector<double> values_;
    std::vector<std::vector<FeatureCell>> cells_;  ///< by feature
    std::vector<double> numbers_;
};

// Floats can decide otherwise where two classes are nearly as good as each other.
constexpr std::string_view classifier_test_text = R"(#include "@HEADER"

#include <math.h>
#include <stdio.h>

enum { QUESTIONS = @QUESTIONS, FEATURES = @NAME_FEATURES };

static const @REAL feature[] = @FEATURE_LIST;

static const int decision[] = @DECISIONS;

static const double posterior[] = @POSTERIORS;

static double larger(double a, double b) {
    return b > a || b != b ? b : a;
}

int main(void) {
    static @REAL answer[@NAME_CLASSES];
    const double *expected = posterior;
    double difference = 0;
    int others = 0;
    for (int question = 0; question < QUESTIONS; ++question, expected += @NAME_CLASSES) {
        const int found = @NAME_classify(feature + question * FEATURES, answer);
        if (@DIFFERS) ++others;
        for (int k = 0; k < @NAME_CLASSES && decision[question] >= 0; ++k)
            difference = larger(difference, fabs(answer[k] - expected[k]));
    }
    printf("@NAME: %d questions, the largest difference of a posterior is %.2g, "
           "%d other decisions\n", QUESTIONS, difference, others);
    return difference <= @TOLERANCE && others == 0 ? 0 : 1;
}
)";

}  // namespace

std::string classifier_test_program(const Classifier& classifier, const CSourceOptions& options,
                                    const std::optional<LossMatrix>& loss) {
    FeatureSampler sampler(classifier);
    for (std::size_t row = 0; row < row_count; ++row) sampler.add_row(row);
    const Predictions expected = predict(classifier, sampler.data());
    const std::vector<Decision> decisions = loss ? decide(expected, *loss) : decide(expected);
    std::vector<double> posteriors;
    for (std::size_t row = 0; row < row_count; ++row) {
        const std::span<const double> numbers = expected.probability(row);
        posteriors.insert(posteriors.end(), numbers.begin(), numbers.end());
    }
    const CStyle exact, style{options.name, options.single_precision};
    const auto number_in = [](const CStyle& kind) {
        return [&kind](double value) {
            return std::isnan(value) ? std::string("NAN") : kind.number(value);
        };
    };
    const auto action = [](const Decision& made) {
        return made.action ? std::to_string(*made.action) : std::string("-1");
    };
    return detail::filled(
        classifier_test_text,
        {{"DECISIONS", c_list(decisions, action)},
         {"DIFFERS", options.single_precision ? "(found < 0) != (decision[question] < 0)"
                                              : "found != decision[question]"},
         {"FEATURE_LIST", c_list(sampler.numbers(), number_in(style))},
         {"HEADER", options.header_file()},
         {"NAME", options.name},
         {"POSTERIORS", c_list(posteriors, number_in(exact))},
         {"QUESTIONS", std::to_string(row_count)},
         {"REAL", std::string(style.type())},
         {"TOLERANCE", options.single_precision ? "1e-4" : "1e-12"}});
}

}  // namespace pgm
