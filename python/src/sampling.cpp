#include <python/src/detail/bindings.hpp>
#include <python/src/detail/listening.hpp>

#include <pgm/core/random.hpp>
#include <pgm/model/model.hpp>
#include <pgm/query/conditioned_sampler.hpp>

#include <limits>
#include <map>

namespace pgm::python {
namespace {

/// Columns of rows: codes of states as doubles, or values; NaN where missing.
class SampledColumns {
public:
    SampledColumns(const BayesianNetwork& network, std::size_t rows,
                   const std::map<std::string, double>& missing)
        : network_(network), rows_(rows), shares_(network.size(), 0.0) {
        const std::size_t columns = network.size();
        if (columns > 0 && rows > std::numeric_limits<std::size_t>::max() / 16 / columns)
            throw TooLargeError(std::to_string(rows) + " rows of " + std::to_string(columns) +
                                " variables are more than any memory holds");
        for (const auto& [name, share] : missing) {
            if (!(share >= 0 && share <= 1))
                throw ArgumentError("the share of missing cells is from 0 to 1");
            shares_[network.id(name).index()] = share;
        }
        numbers_.resize(rows * columns);
    }

    /// Adds a row. Cells are left out by numbers of their own, so that the others stay as they are.
    void add(std::span<const StateId> states, std::span<const double> values, Rng& holes) {
        for (std::size_t v = 0; v < shares_.size(); ++v) {
            const bool is_missing = shares_[v] > 0 && holes.uniform() < shares_[v];
            numbers_[v * rows_ + next_] = is_missing ? std::numeric_limits<double>::quiet_NaN()
                                          : network_.variable(VariableId(v)).is_discrete()
                                              ? static_cast<double>(states[v].index())
                                              : values[v];
        }
        ++next_;
    }

    std::vector<double> numbers() && { return std::move(numbers_); }

private:
    const BayesianNetwork& network_;
    std::size_t rows_, next_ = 0;
    std::vector<double> shares_, numbers_;
};

/// Rows of the joint distribution.
void sample_forward(const BayesianNetwork& network, std::size_t rows, std::uint64_t seed,
                    const ConditionedSampler::Use& use) {
    const ModelSampler sampler{Model(network)};  // which refuses a diagram
    Rng rng(seed);
    std::vector<StateId> states(network.size(), StateId(0));
    std::vector<double> values(network.size());
    for (std::size_t row = 0; row < rows; ++row) {
        sampler.sample(rng, states, values);
        use(states, values);
    }
}

/// Rows drawn from the network, given evidence if there is any, without some cells: those of each
/// variable by its share.
Array sample(const Network& network, std::pair<std::size_t, std::uint64_t> rows_and_seed,
             nb::handle evidence, const std::map<std::string, double>& missing) {
    const auto [rows, seed] = rows_and_seed;
    const auto built = network.built();
    const Given given = evidence.is_none() ? Given() : given_from(*built, evidence);
    std::vector<double> numbers = listening(
        1, nb::none(), [&, rows = rows, seed = seed](const learners::SearchControl& control) {
            SampledColumns columns(*built, rows, missing);
            Rng holes(~seed);
            std::size_t row = 0;
            const auto use = [&](std::span<StateId> states, std::span<double> values) {
                if (row++ % 256 == 0) control.stop.check();
                columns.add(states, values, holes);
            };
            if (given.empty())
                sample_forward(*built, rows, seed, use);
            else
                ConditionedSampler(*built, given).sample(rows, seed, use, control.stop);
            return std::move(columns).numbers();
        });
    return array_of(std::move(numbers), {built->size(), rows});
}

}  // namespace

void bind_sampling(nb::module_& module) {
    module.def("sample", &sample, nb::arg("network"), nb::arg("rows_and_seed"),
               nb::arg("evidence").none(), nb::arg("missing"));
}

}  // namespace pgm::python
