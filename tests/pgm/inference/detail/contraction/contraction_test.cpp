#include <pgm/inference/detail/contraction/contraction.hpp>

#include <algorithm>
#include <pgm/core/random.hpp>
#include <pgm/inference/detail/contraction/contraction_builder.hpp>
#include <pgm/inference/detail/contraction/plain_contraction.hpp>
#include <pgm/table/table.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/instruction_sets.hpp>

using namespace pgm;
using namespace pgm::detail;
using namespace pgm::tests;

namespace {

using Axes = std::vector<std::uint32_t>;

struct Case {
    std::vector<std::uint32_t> cardinalities;
    Axes a, b, out;
    bool maximise;
};

Axes scope_union(const Axes& a, const Axes& b) {
    Axes both;
    std::ranges::set_union(a, b, std::back_inserter(both));
    return both;
}

Case random_case(Rng& rng) {
    Case c;
    const std::size_t axes = rng.below(7);
    for (std::uint32_t axis = 0; axis < axes; ++axis) {
        c.cardinalities.push_back(
            static_cast<std::uint32_t>(2 + rng.below(rng.below(4) == 0 ? 40 : 4)));
        const bool in_a = rng.below(3) > 0, in_b = rng.below(3) > 0;
        if (in_a) c.a.push_back(axis);
        if (in_b) c.b.push_back(axis);
        if ((in_a || in_b) && rng.below(5) > 1) c.out.push_back(axis);
    }
    c.maximise = rng.below(3) == 0 && c.out.size() < scope_union(c.a, c.b).size();
    return c;
}

/// Too many terms for the steps of a tile, around which then a loop of the other operand runs: its
/// iterations add to the output.
Case case_of_many_terms(bool swapped) {
    const Axes left{0, 2, 3, 4, 5}, right{1, 2, 3, 5}, out{0, 1, 4, 5};
    return {{6, 5, 20, 20, 3, 8}, swapped ? right : left, swapped ? left : right, out, false};
}

std::size_t cells(const Case& c, const Axes& scope) {
    std::size_t product = 1;
    for (const std::uint32_t axis : scope) product *= c.cardinalities[axis];
    return product;
}

std::size_t offset(const Case& c, const Axes& scope, const std::vector<std::uint32_t>& states) {
    std::size_t at = 0;
    for (const std::uint32_t axis : scope) at = at * c.cardinalities[axis] + states[axis];
    return at;
}

/// The definition, assignment by assignment.
std::vector<double> expected(const Case& c, const double* a, const double* b) {
    std::vector<double> out(cells(c, c.out), 0);
    const Axes all = scope_union(c.a, c.b);
    std::vector<std::uint32_t> states(c.cardinalities.size(), 0);
    for (std::size_t i = 0; i < cells(c, all); ++i) {
        std::size_t rest = i;
        for (auto axis = all.rbegin(); axis != all.rend(); ++axis) {
            states[*axis] = static_cast<std::uint32_t>(rest % c.cardinalities[*axis]);
            rest /= c.cardinalities[*axis];
        }
        const double product = a[offset(c, c.a, states)] * b[offset(c, c.b, states)];
        double& target = out[offset(c, c.out, states)];
        target = c.maximise ? std::max(target, product) : target + product;
    }
    return out;
}

}  // namespace

TEST_CASE(
    "Contractions: every kernel does what the definition says, on every instruction set with the "
    "same bits",
    "[contraction]") {
    Rng rng(23);
    const auto builds =
        builds_of([](auto instruction_set) { return contraction_kernels(instruction_set); });
    std::vector<int> kernels(8, 0);
    int together[2] = {0, 0}, adding = 0;
    for (int i = 0; i < 4000; ++i) {
        const Case c = i < 2 ? case_of_many_terms(i == 1) : random_case(rng);
        const std::size_t na = cells(c, c.a), nb = cells(c, c.b), no = cells(c, c.out);
        if (cells(c, scope_union(c.a, c.b)) > 300'000) continue;
        const std::size_t room = (no + 7) / 8 * 8;
        AlignedDoubles arena(na + nb + room + 1 + arena_margin);
        for (double& x : arena) x = rng.below(6) == 0 ? 0.0 : rng.uniform();
        double& guard = arena[na + nb + room];
        guard = -7;  // behind the output

        ContractionParts parts;
        Contraction contraction =
            ContractionBuilder(c.cardinalities, parts).build(c.out, c.a, c.b, c.maximise);
        contraction.a = 0;
        contraction.b = static_cast<std::uint32_t>(na);
        contraction.out = static_cast<std::uint32_t>(na + nb);
        ++kernels[static_cast<std::size_t>(contraction.kernel)];
        if (contraction.fused) {
            ++together[parts.loops[contraction.first_loop + contraction.outer_loops - 1].a != 0];
            adding += contraction.accumulate;
        }
        REQUIRE(contraction.out_cells == no);

        const ContractionList list{&contraction, &contraction + 1, parts.loops.data(),
                                   parts.tiles.data(), parts.steps.data()};
        const std::vector<double> wanted = expected(c, arena.data(), arena.data() + na);
        run_contractions(list, arena.data());
        for (std::size_t cell = 0; cell < no; ++cell)
            REQUIRE_THAT(arena[na + nb + cell], Catch::Matchers::WithinRel(wanted[cell], 1e-13));
        REQUIRE(guard == -7);

        std::vector<double> plain(no);
        contract_plainly<double>(contraction, parts.loops.data(), plain.data(), arena.data(),
                                 arena.data() + na);
        for (std::size_t cell = 0; cell < no; ++cell)
            REQUIRE_THAT(plain[cell], Catch::Matchers::WithinRel(wanted[cell], 1e-13));

        const AlignedDoubles best = arena;
        for (const ContractionKernels& build : builds) {
            std::fill(&arena[na + nb], &guard, 99.0);
            build.run(list, arena.data());
            REQUIRE(std::equal(best.data(), best.data() + na + nb + no, arena.data()));
        }
    }
    for (const int count : kernels) CHECK(count > 10);
    for (const int count : together) CHECK(count > 10);
    CHECK(adding >= 2);
}

TEST_CASE("Contractions: rescaling takes out a power of two and nothing else", "[contraction]") {
    for (const double size : {1e-300, 1e-30, 0.3, 1e30, 1e300}) {
        std::vector<double> arena{1, 3 * size, 5 * size, 0, 0, 0};
        arena.resize(arena.size() + arena_margin);
        ContractionParts parts;
        const std::vector<std::uint32_t> cardinalities{2};
        const std::vector<std::uint32_t> only{0};
        Contraction contraction =
            ContractionBuilder(cardinalities, parts).build(only, only, {}, false);
        contraction.a = 1;
        contraction.b = 0;
        contraction.out = 3;
        contraction.rescale = true;
        const std::int64_t exponent =
            run_contractions({&contraction, &contraction + 1, parts.loops.data(),
                              parts.tiles.data(), parts.steps.data()},
                             arena.data());
        CHECK(std::ldexp(arena[3], static_cast<int>(exponent)) == 3 * size);
        CHECK(std::ldexp(arena[4], static_cast<int>(exponent)) == 5 * size);
        CHECK(arena[4] > 0x1p-33);
        CHECK(arena[4] < 0x1p33);
    }
}
