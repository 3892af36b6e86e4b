#include <pgm/query/interval.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/query/detail/drawn_solver.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

/// Numbers of the tables of one engine for some draws, of 8 bytes each.
constexpr std::size_t most_drawn_numbers = std::size_t{1} << 22;

/// A question about continuous variables visits the configurations of their parents, the draws
/// among these, so that many draws in one engine take the square of their number.
constexpr std::size_t most_continuous_draws = 64;

/// The quantile of sorted numbers, between two of them linear.
double quantile_of(std::span<const double> sorted, double probability) {
    const double at = probability * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    if (below + 1 >= sorted.size()) return sorted.back();
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

/// The numbers of one draw after the other, by number.
class Samples {
public:
    explicit Samples(std::size_t numbers) : samples_(numbers) {}

    void add(std::span<const double> numbers) {
        if (numbers.size() != samples_.size()) return;  // an impossible condition
        for (std::size_t i = 0; i < numbers.size(); ++i) samples_[i].push_back(numbers[i]);
    }

    std::vector<std::optional<CredibleInterval>> intervals(double probability) && {
        std::vector<std::optional<CredibleInterval>> all;
        for (std::vector<double>& sample : samples_)
            all.push_back(credible_interval(std::move(sample), probability));
        return all;
    }

private:
    std::vector<std::vector<double>> samples_;
};

void append_numbers(const Answer& answer, std::vector<double>& numbers) {
    std::visit(Overloaded{[&](const EventProbability& event) { numbers.push_back(event.value); },
                          [&](const NumericValue& number) { numbers.push_back(number.value); },
                          [&](const JointPosterior& joint) {
                              const std::span<const double> cells = joint.table.values();
                              numbers.insert(numbers.end(), cells.begin(), cells.end());
                          },
                          [&](const AnswerTable& table) {
                              for (const AnswerRow& row : table.rows)
                                  append_numbers(row.answer, numbers);
                          },
                          [](const auto&) {}},
               answer.result);
}

}  // namespace

void check(const IntervalOptions& options) {
    if (!(options.probability > 0 && options.probability < 1))
        throw ArgumentError("the probability of an interval is between 0 and 1", "0.95, or 95%");
    if (options.draws < 2) throw ArgumentError("an interval takes two draws at least");
}

std::optional<CredibleInterval> credible_interval(std::vector<double> numbers, double probability) {
    const auto is_infinite = [](double number) { return !std::isfinite(number); };
    if (numbers.size() < 2 || std::ranges::any_of(numbers, is_infinite)) return std::nullopt;
    const double count = static_cast<double>(numbers.size());
    double sum = 0;
    for (const double number : numbers) sum += number / count;
    double squares = 0, rest = 0;
    for (const double number : numbers) {
        squares += (number - sum) * (number - sum);
        rest += number - sum;
    }
    std::ranges::sort(numbers);
    const double tail = (1 - probability) / 2;
    return CredibleInterval{std::sqrt(std::max(squares - rest * rest / count, 0.0) / (count - 1)),
                            quantile_of(numbers, tail), quantile_of(numbers, 1 - tail)};
}

DrawnQuestion marginals_question(std::vector<VariableId> targets, Given given) {
    return {[targets = std::move(targets),
             given = std::move(given)](const Solver& solver) -> DrawnQuestion::Ask {
        const auto workspace = std::make_shared<Workspace>();
        const auto conditioned = std::make_shared<ConditionedEngine>(solver, given, *workspace);
        return [workspace, conditioned, targets] {
            const Posterior& drawn = conditioned->marginals(targets, *workspace);
            std::vector<double> numbers;
            for (std::size_t i = 0; i < drawn.size() && !drawn.impossible(); ++i)
                numbers.insert(numbers.end(), drawn[i].begin(), drawn[i].end());
            return numbers;
        };
    }};
}

std::vector<std::optional<CredibleInterval>> credible_intervals(const Model& model,
                                                                const DrawnQuestion& question,
                                                                const EngineOptions& engine,
                                                                const IntervalOptions& options) {
    check(options);
    if (const std::vector<Model> replicates = replicates_of(model); !replicates.empty()) {
        Samples samples(question.prepare(InferenceEngine(model, engine))().size());
        for (const Model& replicate : replicates)
            samples.add(question.prepare(InferenceEngine(replicate, engine))());
        return std::move(samples).intervals(options.probability);
    }
    DrawnAnswers answers{.draws = {.seed = options.seed},
                         .is_drawn = std::vector<char>(model.network().size(), 0)};
    Samples samples([&] {
        const DrawnSolver itself(model, engine, answers);
        return question.prepare(itself)().size();
    }());
    std::size_t per_draw = 0;
    for (const WeightedNetwork& member : model.members())
        per_draw += drawn_numbers(member.network, answers.is_drawn);
    if (per_draw == 0)
        throw ArgumentError(
            "there is no interval: no number that the answer depends on was estimated from rows",
            "a model that 'pgm fit' or 'pgm learn' makes of a table has the weight of the rows "
            "behind its numbers");
    const std::size_t most = std::clamp<std::size_t>(
        most_drawn_numbers / per_draw, 1,
        model.network().is_discrete() ? options.draws : most_continuous_draws);
    for (std::size_t first = 0; first < options.draws; first += most) {
        answers.draws.first = first;
        answers.draws.count = std::min(most, options.draws - first);
        const DrawnSolver drawn(model, engine, answers);
        answers.at = 0;
        const DrawnQuestion::Ask ask = question.prepare(drawn);
        for (; answers.at < answers.draws.count; ++answers.at) samples.add(ask());
    }
    return std::move(samples).intervals(options.probability);
}

std::vector<double> numbers_of(const Answer& answer) {
    std::vector<double> numbers;
    append_numbers(answer, numbers);
    return numbers;
}

std::vector<std::optional<CredibleInterval>> credible_intervals(const Model& model,
                                                                const Query& query,
                                                                const EngineOptions& engine,
                                                                const IntervalOptions& options) {
    const auto prepare = [&](const Solver& solver) -> DrawnQuestion::Ask {
        const auto workspace = std::make_shared<Workspace>();
        const auto prepared = std::make_shared<PreparedQuery>(solver, query, *workspace);
        return [workspace, prepared] { return numbers_of(prepared->answer(*workspace)); };
    };
    return credible_intervals(model, {prepare}, engine, options);
}

}  // namespace pgm
