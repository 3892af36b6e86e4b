#include <pgm/query/conflict.hpp>

#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/detail/conflict_search.hpp>
#include <pgm/query/detail/translation.hpp>

namespace pgm {

using namespace detail;

namespace {

/// The parts of a given one after the other: conditions, interventions, measurements.
class Parts {
public:
    explicit Parts(const Given& given) : given_(given) {
        for (const Expression& condition : given.conditions) {
            for (Expression& conjunct : condition.conjuncts())
                conditions_.push_back(std::move(conjunct));
        }
    }

    std::size_t size() const { return first_measurement() + given_.measurements.size(); }

    bool is_intervention(std::size_t i) const {
        if (i < conditions_.size()) return false;
        return i < first_measurement() || given_.measurements[i - first_measurement()].made;
    }

    Given only(std::span<const std::size_t> kept) const { return only(kept, {}); }

    /// Some of them, and interventions `seen` that here are observed instead.
    Given only(std::span<const std::size_t> kept, std::span<const std::size_t> seen) const {
        Given given;
        for (const std::size_t i : seen) add_as_seen(given, i);
        for (const std::size_t i : kept) {
            if (i < conditions_.size()) {
                given.conditions.push_back(conditions_[i]);
            } else if (i < first_measurement()) {
                given.interventions.push_back(given_.interventions[i - conditions_.size()]);
            } else {
                given.measurements.push_back(given_.measurements[i - first_measurement()]);
            }
        }
        return given;
    }

private:
    void add_as_seen(Given& given, std::size_t i) const {
        if (i < first_measurement()) {
            const Intervention& made = given_.interventions[i - conditions_.size()];
            given.conditions.push_back(is(made.variable, made.state));
        } else {
            Measurement measurement = given_.measurements[i - first_measurement()];
            measurement.made = false;
            given.measurements.push_back(measurement);
        }
    }

    std::size_t first_measurement() const {
        return conditions_.size() + given_.interventions.size();
    }

    const Given& given_;
    std::vector<Expression> conditions_;
};

bool is_impossible(const InferenceEngine& engine, const Given& given, Workspace& workspace) {
    AuxiliaryNodes auxiliary(engine.network());
    const Translation translation = translate(given, std::nullopt, auxiliary);
    if (translation.contradictory) return true;
    if (auxiliary.empty()) return engine.log_evidence(translation.evidence, workspace) == -infinity;
    const InferenceEngine extended(auxiliary.network(), engine.options());
    return extended.log_evidence(translation.evidence) == -infinity;
}

}  // namespace

Given minimal_conflict(const InferenceEngine& engine, const Given& given) {
    validate(most_probable_explanation_query(given), engine.network());
    Workspace workspace;
    if (!is_impossible(engine, given, workspace)) return {};
    const Parts parts(given);
    using Numbers = std::span<const std::size_t>;
    const auto impossible_with_seen = [&](Numbers kept, Numbers seen) {
        try {
            return is_impossible(engine, parts.only(kept, seen), workspace);
        } catch (const TooLargeError&) {
            return false;  // nobody knows, so what was left out stays
        }
    };
    const auto impossible = [&](Numbers kept) { return impossible_with_seen(kept, {}); };
    const auto intervention = [&](std::size_t i) { return parts.is_intervention(i); };
    return parts.only(
        find_conflict({parts.size(), intervention, impossible, impossible_with_seen}));
}

}  // namespace pgm
