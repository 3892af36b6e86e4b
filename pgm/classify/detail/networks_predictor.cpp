#include <pgm/classify/detail/networks_predictor.hpp>

#include <pgm/classify/detail/member_mixture.hpp>
#include <pgm/classify/detail/mixture_run.hpp>
#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <deque>
#include <limits>
#include <mutex>
#include <utility>

namespace pgm::detail {
namespace {

/// The number of rows per block, for which the posteriors of all members fit into the cache.
std::size_t rows_at_a_time(std::size_t cells_of_row) {
    constexpr std::size_t cells = std::size_t{1} << 18, least = 64, most = 4096;
    return std::clamp(cells / cells_of_row, least, most);
}

/// P(class | x) by one member.
BatchPosterior posterior_of(const InferenceEngine& engine, const std::string& class_name,
                            const EvidenceColumns& evidence, std::size_t threads) {
    return engine.marginals(engine.network().id(class_name), evidence,
                            {.threads = threads, .log_probabilities = true});
}

/// Room for posteriors of so many rows.
BatchPosterior room_for(std::size_t rows, const Classifier& classifier) {
    const auto empty =
        RowsByStates::Zero(static_cast<Eigen::Index>(rows),
                           static_cast<Eigen::Index>(classifier.class_variable().cardinality()));
    return {empty, std::vector<double>(rows), empty};
}

/// P(class | x) by several members, each asked by its engine.
BatchPosterior mixture_of(const Classifier& classifier, std::span<const InferenceEngine> engines,
                          std::span<const EvidenceColumns> evidence,
                          std::span<const SuperParentColumns> super_parents, std::size_t threads) {
    const std::size_t rows = evidence.front().rows;
    BatchPosterior result = room_for(rows, classifier);
    const MemberMixture mixture(classifier.members(), super_parents);
    const std::size_t block =
        rows_at_a_time(engines.size() * classifier.class_variable().cardinality());
    parallel_for((rows + block - 1) / block, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<BatchPosterior> parts(engines.size());
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t first = i * block, count = std::min(block, rows - first);
            for (std::size_t m = 0; m < parts.size(); ++m)
                parts[m] = posterior_of(engines[m], classifier.class_name(),
                                        rows_of(evidence[m], first, count), 1);
            mixture.write(parts, first, result);
        }
    });
    return result;
}

SuperParentColumns super_parents_of(const WeightedNetwork& member, const Classifier& classifier,
                                    ObservedColumns columns) {
    SuperParentColumns chosen;
    if (!member.super_parent) return chosen;
    for (const std::string& feature : member.super_parent->features)
        chosen.push_back(column_named(classifier, columns, feature));
    return chosen;
}

/// The state numbers of some rows of a column.
void copy_codes(const Column& column, std::span<const std::uint32_t> rows,
                std::span<std::uint32_t> codes) {
    visit_codes(column, [&](const auto& cells) {
        for (std::size_t i = 0; i < rows.size(); ++i) codes[i] = cells[rows[i]];
    });
}

/// The rows with a state of each of these features, and the others.
struct DividedRows {
    std::vector<std::uint32_t> complete, incomplete;
};

DividedRows divided(const MixtureProgram& program, ObservedColumns columns, std::size_t rows) {
    std::vector<char> has_none(rows, 0);
    for (std::size_t f = 0; f < program.features.size(); ++f) {
        const Column* const column = columns[program.features[f]];
        if (!column) has_none.assign(rows, 1);
        if (!column) break;
        visit_codes(*column, [&](const auto& cells) {
            for (std::size_t row = 0; row < rows; ++row)
                has_none[row] |= cells[row] >= program.cardinalities[f];
        });
    }
    DividedRows divided;
    for (std::uint32_t row = 0; row < rows; ++row)
        (has_none[row] ? divided.incomplete : divided.complete).push_back(row);
    return divided;
}

/// Writes the posteriors of rows that know every feature.
void run(const MixtureProgram& program, ObservedColumns columns,
         std::span<const std::uint32_t> rows, std::size_t threads, BatchPosterior& result) {
    const std::size_t block = MixtureRun::rows_of_block(program);
    parallel_for((rows.size() + block - 1) / block, threads,
                 [&](std::size_t begin, std::size_t end) {
                     MixtureRun mixture(program);
                     for (std::size_t i = begin; i < end; ++i) {
                         const auto of_block =
                             rows.subspan(i * block, std::min(block, rows.size() - i * block));
                         for (std::size_t f = 0; f < program.features.size(); ++f)
                             copy_codes(*columns[program.features[f]], of_block, mixture.codes(f));
                         mixture.write(of_block, result);
                     }
                 });
}

void copy_rows(const BatchPosterior& from, std::span<const std::uint32_t> rows,
               BatchPosterior& to) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto source = static_cast<Eigen::Index>(i), row = static_cast<Eigen::Index>(rows[i]);
        to.probabilities.row(row) = from.probabilities.row(source);
        to.log_probabilities.row(row) = from.log_probabilities.row(source);
        to.log_evidence[rows[i]] = from.log_evidence[i];
    }
}

}  // namespace

struct NetworksPredictor::Engines {
    std::once_flag once;
    std::vector<InferenceEngine> engines;
};

NetworksPredictor::NetworksPredictor(const Classifier& classifier, const EngineOptions& options)
    : classifier_(classifier),
      options_(options),
      program_(compile_mixture(classifier)),
      engines_(std::make_unique<Engines>()) {}
NetworksPredictor::~NetworksPredictor() = default;
NetworksPredictor::NetworksPredictor(NetworksPredictor&&) noexcept = default;

std::span<const InferenceEngine> NetworksPredictor::engines() const {
    std::call_once(engines_->once, [&] {
        std::vector<InferenceEngine> engines;
        for (const WeightedNetwork& member : classifier_.members())
            engines.emplace_back(member.network, options_);
        engines_->engines = std::move(engines);
    });
    return engines_->engines;
}

BatchPosterior NetworksPredictor::ask_engines(ObservedColumns columns, std::size_t rows,
                                              std::size_t threads) const {
    std::vector<EvidenceColumns> evidence;
    std::vector<SuperParentColumns> super_parents;
    for (const WeightedNetwork& member : classifier_.members()) {
        evidence.push_back(evidence_for(member.network, classifier_, columns, rows));
        super_parents.push_back(super_parents_of(member, classifier_, columns));
    }
    if (evidence.size() == 1)
        return posterior_of(engines().front(), classifier_.class_name(), evidence.front(), threads);
    return mixture_of(classifier_, engines(), evidence, super_parents, threads);
}

BatchPosterior NetworksPredictor::predict(ObservedColumns columns, std::size_t rows,
                                          std::size_t threads) const {
    if (!program_ || rows > std::numeric_limits<std::uint32_t>::max())
        return ask_engines(columns, rows, threads);
    const auto [complete, incomplete] = divided(*program_, columns, rows);
    if (complete.empty()) return ask_engines(columns, rows, threads);
    BatchPosterior result = room_for(rows, classifier_);
    run(*program_, columns, complete, threads, result);
    if (incomplete.empty()) return result;
    std::deque<Column> copies;
    std::vector<const Column*> selected;
    for (const Column* const column : columns)
        selected.push_back(column ? &copies.emplace_back(select_rows(*column, incomplete))
                                  : nullptr);
    copy_rows(ask_engines(selected, incomplete.size(), threads), incomplete, result);
    return result;
}

}  // namespace pgm::detail
