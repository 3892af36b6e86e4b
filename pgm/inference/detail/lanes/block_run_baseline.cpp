#include <pgm/inference/detail/lanes/block_isa.hpp>
#include <pgm/inference/detail/lanes/block_run.hpp>

namespace pgm::detail::kernels {
namespace {
struct Isa : LookUpByRow {};
}  // namespace

void read_codes_baseline(const BlockMemory& memory) {
    BlockRun<Isa>::read_columns(memory);
}

void add_normals_baseline(const BlockList& list, const BlockMemory& memory) {
    BlockRun<Isa>::add_all_normals(list, memory);
}

void run_block_baseline(const BlockList& list, const BlockMemory& memory) {
    BlockRun<Isa>::run(list, memory);
}

}  // namespace pgm::detail::kernels
