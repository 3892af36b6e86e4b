#include <pgm/inference/detail/contraction/shared_contraction.hpp>

#include <pgm/core/detail/float_flags.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>
#include <atomic>
#include <span>

namespace pgm::detail {
namespace {

bool is_worth_sharing(const Contraction& c, std::span<const Loop> loops) {
    // The loop that is cut must be outside the tiles, whose last cells would be written twice.
    const std::size_t around =
        c.kernel <= ContractionKernel::row_tiles ? c.outer_loops : c.outer_loops + std::size_t{1};
    if (loops.empty() || around == 0 || loops.front().out == 0 || loops.front().extent < 2)
        return false;
    double products = 1;
    for (const Loop& loop : loops) products *= loop.extent;
    return products >= cost_model::products_worth_sharing;
}

/// The iterations [begin, end) of the outermost loop, which belongs to the output: neighbouring
/// cells of it.
void run_part(const ContractionList& list, const Contraction& whole, std::size_t begin,
              std::size_t end, double* arena) {
    const Loop* const loops = list.loops + whole.first_loop;
    std::vector<Loop> part_loops(loops, loops + whole.loops);
    Loop& cut = part_loops.front();
    const auto first = static_cast<std::uint32_t>(begin);
    Contraction part = whole;
    part.first_loop = 0;
    part.out += first * cut.out;
    part.a += first * cut.a;
    part.b += first * cut.b;
    cut.extent = static_cast<std::uint32_t>(end - begin);
    part.fused = whole.fused && (whole.outer_loops > 1 || cut.extent >= fused_iterations);
    part.rescale = false;
    run_contractions({&part, &part + 1, part_loops.data(), list.tiles, list.steps}, arena);
}

}  // namespace

std::int64_t run_shared_contractions(const ContractionList& list, double* arena,
                                     std::size_t threads, bool& lost_precision) {
    std::atomic<bool> lost = false;
    std::int64_t exponent = 0;
    const Contraction* waiting = list.first;  // what the calling thread has yet to do
    const auto catch_up = [&](const Contraction* end) {
        exponent += run_contractions({waiting, end, list.loops, list.tiles, list.steps}, arena);
    };
    for (const Contraction* c = list.first; c != list.last; ++c) {
        if (!is_worth_sharing(*c, {list.loops + c->first_loop, c->loops})) continue;
        catch_up(c);
        waiting = c + 1;
        parallel_for(list.loops[c->first_loop].extent, threads,
                     [&](std::size_t begin, std::size_t end) {
                         const FloatFlags flags;
                         run_part(list, *c, begin, end, arena);
                         if (flags.lost_precision()) lost = true;
                     });
        if (!c->rescale) continue;
        Contraction only_rescale = *c;
        only_rescale.kernel = ContractionKernel::none;
        only_rescale.accumulate = only_rescale.fused = false;
        only_rescale.outer_loops = 0;
        exponent += run_contractions(
            {&only_rescale, &only_rescale + 1, list.loops, list.tiles, list.steps}, arena);
    }
    catch_up(list.last);
    lost_precision |= lost;
    return exponent;
}

}  // namespace pgm::detail
