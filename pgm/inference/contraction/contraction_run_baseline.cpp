#include <pgm/inference/contraction/contraction_run.hpp>

namespace pgm::kernels {
namespace {
struct Isa : PartsByCell<PackOfTwos> {};
}  // namespace

std::int64_t run_baseline(const ContractionList& list, double* arena) {
    return Run<Isa>::run(list, arena);
}

}  // namespace pgm::kernels
