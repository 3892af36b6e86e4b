#include <pgm/inference/detail/contraction/contraction_run.hpp>

namespace pgm::detail::kernels {
namespace {
struct Isa : PartsByCell<PackOfTwos> {};
}  // namespace

std::int64_t run_baseline(const ContractionList& list, double* arena) {
    return Run<Isa>::run(list, arena);
}

}  // namespace pgm::detail::kernels
