#include <cmath>
#include <deque>
#include <pgm/core/random.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/detail/lanes/block_list.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/instruction_sets.hpp>

using namespace pgm;
using namespace pgm::detail;
using namespace pgm::tests;

namespace {

double value_or_missing(Rng& rng) {
    return rng.below(5) == 0 ? std::nan("") : 4 * rng.uniform() - 2;
}

/// Some Gaussians of some cells, over rows of which some values are missing, the whole third column
/// too.
void check_normals(std::uint32_t cells, std::uint32_t terms, std::uint32_t rows) {
    Rng rng(cells * 100 + rows);
    std::vector<double> normals, expected(std::size_t{cells} * rows, 0.0);
    for (std::uint32_t i = 0; i < cells * terms; ++i)
        normals.insert(normals.end(),
                       {rng.uniform(), std::sqrt(0.5) / (0.1 + rng.uniform()), -rng.uniform()});
    std::deque<std::vector<double>> columns;
    std::vector<const double*> values;
    for (std::uint32_t t = 0; t < terms; ++t) {
        std::vector<double>& column = columns.emplace_back(rows);
        for (double& x : column) x = value_or_missing(rng);
        values.push_back(t == 2 ? nullptr : column.data());
        for (std::uint32_t i = 0; t != 2 && i < cells * rows; ++i) {
            const double* const normal = normals.data() + (std::size_t{t} * cells + i / rows) * 3;
            const double z = (column[i % rows] - normal[0]) * normal[1];
            if (!std::isnan(z)) expected[i] += normal[2] - z * z;
        }
    }
    BlockDensity density{};
    density.cells = cells;
    density.terms = terms;
    BlockList list{};
    list.normals = normals.data();
    list.first_density = &density;
    list.last_density = &density + 1;
    BlockMemory memory{};
    memory.rows = rows;
    memory.values = values.data();
    for (const BlockKernels& build :
         builds_of([](auto instruction_set) { return block_kernels(instruction_set); })) {
        std::vector<double> arena(expected.size(), -1.0);
        memory.arena = arena.data();
        build.add_normals(list, memory);
        CHECK(arena == expected);
    }
}

}  // namespace

TEST_CASE("Blocks: every build adds Gaussians to the same bits as a plain loop") {
    for (std::uint32_t cells = 1; cells <= 9; ++cells) {
        for (const std::uint32_t rows : {8u, 16u, 24u, 72u, 128u}) check_normals(cells, 5, rows);
    }
}

TEST_CASE(
    "Blocks: sums of Gaussians are the same bits for any division of the rows, with their missing "
    "cells") {
    constexpr std::size_t features = 6, rows = 300, classes = 5;
    Rng rng(4);
    NetworkBuilder net;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < classes; ++k) names.push_back("c" + std::to_string(k));
    const VariableId cls = net.add_variable(Variable("class", names));
    net.set_cpd(TableCpd(Scope({cls}, {classes}), std::vector<double>(classes, 0.2)));
    std::deque<std::vector<double>> cells;
    for (std::size_t f = 0; f < features; ++f) {
        const VariableId x = net.add_variable(Variable("x" + std::to_string(f)));
        std::vector<LinearGaussianCpd::Row> normals;
        for (std::size_t k = 0; k < classes; ++k)
            normals.push_back({rng.uniform(), {}, 0.1 + rng.uniform()});
        net.set_cpd(LinearGaussianCpd(x, Scope({cls}, {classes}), {}, normals));
        std::vector<double>& column = cells.emplace_back(rows);
        for (double& value : column) value = value_or_missing(rng);
    }
    const InferenceEngine engine(net.build());
    const auto some_rows = [&](std::size_t first, std::size_t count) {
        EvidenceColumns columns{count, {}};
        for (std::size_t f = 0; f < features; ++f)
            columns.columns.push_back(
                {VariableId(1 + f), std::span<const double>(cells[f]).subspan(first, count)});
        return engine.marginals(cls, columns, {.threads = 2});
    };
    const BatchPosterior whole = some_rows(0, rows);
    for (const std::size_t step : {1u, 7u, 130u}) {
        for (std::size_t first = 0; first < rows; first += step) {
            const std::size_t count = std::min(step, rows - first);
            const BatchPosterior part = some_rows(first, count);
            CHECK(part.probabilities ==
                  whole.probabilities.middleRows(static_cast<Eigen::Index>(first),
                                                 static_cast<Eigen::Index>(count)));
            CHECK(std::equal(part.log_evidence.begin(), part.log_evidence.end(),
                             whole.log_evidence.begin() + static_cast<std::ptrdiff_t>(first)));
        }
    }
}
