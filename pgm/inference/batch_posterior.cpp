#include <pgm/inference/batch_posterior.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/inference/engine.hpp>

#include <limits>
#include <new>

namespace pgm {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// The answer to one row, asked as a question of its own.
class SingleRows {
public:
    SingleRows(const InferenceEngine& engine, VariableId target, const EvidenceColumns& columns, BatchPosterior& result)
        : engine_(engine), target_(target), columns_(columns), result_(result) {}

    void answer(std::size_t row, Workspace& workspace) const {
        const Evidence evidence = evidence_of_row(columns_, row);
        const Posterior& posterior = engine_.marginals(std::span(&target_, 1), evidence, workspace);
        result_.log_evidence[row] = posterior.log_evidence();
        const auto line = result_.probabilities.row(static_cast<Eigen::Index>(row));
        if (!posterior.impossible()) std::copy_n(posterior[0].data(), line.size(), result_.probabilities.row(static_cast<Eigen::Index>(row)).data());
        if (result_.log_joint.size() > 0) answer_log_joint(row, evidence);
    }

private:
    void answer_log_joint(std::size_t row, const Evidence& evidence) const {
        const auto line = result_.log_joint.row(static_cast<Eigen::Index>(row));
        for (Eigen::Index k = 0; k < line.size(); ++k) {
            const StateId state(static_cast<std::size_t>(k));
            const std::optional<Finding> known = evidence.find(target_);
            const bool contradicts = known && known->state != state;
            result_.log_joint(static_cast<Eigen::Index>(row), k) =
                contradicts ? minus_infinity : engine_.log_evidence(Evidence(evidence).observe(target_, state));
        }
    }

    const InferenceEngine& engine_;
    VariableId target_;
    const EvidenceColumns& columns_;
    BatchPosterior& result_;
};

BatchPosterior shaped(std::size_t rows, std::size_t states, bool log_joint) {
    const auto cells = checked_mul(rows, states);
    if (!cells || *cells > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double)) {
        throw TooLargeError("posteriors of " + std::to_string(rows) + " rows and " + std::to_string(states) + " states do not fit into memory", {},
                            "ask for fewer rows at a time");
    }
    const auto height = static_cast<Eigen::Index>(rows), width = static_cast<Eigen::Index>(states);
    BatchPosterior result{RowsByStates::Zero(height, width), std::vector<double>(rows), {}};
    if (log_joint) result.log_joint.resize(height, width);
    return result;
}

}  // namespace

BatchPosterior InferenceEngine::posteriors(VariableId target, const EvidenceColumns& rows, std::size_t threads) const {
    return posteriors(target, rows, BatchOptions{.threads = threads});
}

BatchPosterior InferenceEngine::posteriors(VariableId target, const EvidenceColumns& rows, const BatchOptions& options) const {
    if (target.index() >= network().size()) throw ArgumentError("the network has no variable number " + std::to_string(target.value));
    validate(rows, network());
    BatchPosterior result = shaped(rows.rows, network().cardinality(target), options.log_joint);
    const SingleRows single(*this, target, rows, result);
    parallel_for(rows.rows, options.threads, [&](std::size_t begin, std::size_t end) {
        Workspace workspace;
        for (std::size_t row = begin; row < end; ++row) single.answer(row, workspace);
    });
    return result;
}

}  // namespace pgm
