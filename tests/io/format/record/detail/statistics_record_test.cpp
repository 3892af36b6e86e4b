#include <io/format/record/detail/statistics_record.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/allocation_counter.hpp>
#include <tests/support/catch.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <string>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;
using namespace pgm::io::detail;

namespace {

/// One continuous column given a discrete one of so many states and so many other continuous ones.
std::vector<Variable> schema_of(std::size_t states, std::size_t continuous_parents) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < states; ++i) names.push_back("s" + std::to_string(i));
    std::vector<Variable> schema{Variable("y"), Variable("group", std::move(names))};
    for (std::size_t i = 0; i < continuous_parents; ++i)
        schema.emplace_back("x" + std::to_string(i));
    return schema;
}

Sums without_rows(std::size_t states, std::size_t continuous_parents) {
    Family family{ColumnId(0), {}};
    for (std::size_t i = 1; i < continuous_parents + 2; ++i) family.parents.push_back(ColumnId(i));
    return Sums(schema_of(states, continuous_parents), {family});
}

/// True if statistics of 2 x 10^8 sums, all zero, are made, written and read with 2 GB of memory.
bool fit_into_memory() {
    const Sums statistics = without_rows(400, 1000);
    FlatRecord record;
    FlatWriter(record).write(statistics);
    const std::string name = "f";
    FlatReader reader(record, name);
    Sums again;
    reader.read({}, again);
    return record.numbers.size() < 10'000 && again == statistics;
}

}  // namespace

TEST_CASE(
    "Statistics take memory for the configurations that have rows, not for those that a file "
    "counts",
    "[io]") {
    if (!counts_allocations()) {
        WARN("SKIPPED: a sanitizer needs more memory than this test allows");
        return;
    }
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        // In a process of its own, for the limit would hold for the rest of the tests.
        const rlimit limit{std::size_t{2} << 30, std::size_t{2} << 30};
        ::setrlimit(RLIMIT_AS, &limit);
        try {
            ::_exit(fit_into_memory() ? 7 : 8);
        } catch (const std::exception&) {
            ::_exit(9);
        }
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 7);
}
