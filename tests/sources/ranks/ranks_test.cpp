#include <sources/ranks/ranks.hpp>

#include <io/data_file.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/thread_ranks.hpp>

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Shards of one table, and the table.
struct Shards {
    Shards(const std::string& header, const std::vector<std::string>& parts) {
        std::string text = header + "\n";
        for (const std::string& part : parts) {
            text += part;
            paths.push_back(folder.write("part-" + std::to_string(paths.size()) + ".csv",
                                         header + "\n" + part));
        }
        whole = folder.write("whole.csv", text);
    }

    TemporaryFolder folder;
    std::vector<std::string> paths;
    std::string whole;
};

const io::DataOptions with_class = {.columns = {{.name = "y"}}};

Rows share_of(const sources::Ranks& ranks, const Rows& table) {
    const Rows share(table.schema(), table.rows(),
                     [&table](std::size_t, const Rows::Visit& take) { table.pass(2, take); });
    return sources::count_together(ranks, share, {});
}

/// The columns that every rank has of the files, which must be the same.
std::vector<Variable> columns_on_ranks(std::size_t size, const std::vector<std::string>& files) {
    std::mutex mutex;
    std::optional<std::vector<Variable>> columns;
    const auto failures = on_ranks(size, [&](const sources::Ranks& ranks) {
        const Rows table = sources::open_share(ranks, files, with_class, all_columns, nullptr);
        const std::lock_guard lock(mutex);
        const std::vector<Variable> found = table.schema();
        if (!columns) columns = found;
        if (found != *columns) throw ArgumentError("ranks have different columns");
    });
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
    return *columns;
}

}  // namespace

TEST_CASE("Ranks: a classifier of shards is that of the whole table, for any number of ranks") {
    const Shards shards("y,a,b,c,x", {"n,0,red,1,1.5\ny,1,?,0,2\n", "y,1,blue,1,3\nn,0,red,?,-1\n",
                                      "y,0,green,0,0.25\n", "n,1,blue,1,7\ny,0,red,1,?\n"});
    const Dataset whole = io::read_data(shards.whole, with_class);
    for (const std::vector<std::string>& files : {shards.paths, std::vector{shards.whole}})
        for (const std::size_t size : {1, 2, 3, 4})
            for (const char* structure : {"nb", "tan", "kdb:2", "y -> a, b, x; a -> c"}) {
                learners::Fit options{.structure = structure};
                options.continuous = learners::parse_continuous("gaussian");
                const Classifier expected = learners::fit(whole, "y", options);
                std::atomic<std::size_t> equal = 0;
                const auto failures = on_ranks(size, [&](const sources::Ranks& ranks) {
                    const Rows table =
                        sources::open_share(ranks, files, with_class, all_columns, nullptr);
                    equal += learners::fit(share_of(ranks, table), "y", options) == expected;
                });
                for (const std::exception_ptr& failure : failures) CHECK_FALSE(failure);
                INFO(structure << " on " << size << " ranks, " << files.size() << " files");
                CHECK(equal == size);
            }
}

TEST_CASE("Ranks: the columns of shards are those of the whole table, whatever a shard shows") {
    for (const std::vector<std::string>& parts :
         std::vector<std::vector<std::string>>{
             {"n,0\n", "y,1\n"},              // 0 and 1 apart are discrete together
             {"n,0\ny,1\n", "y,2\n"},         // and numbers with another one
             {"n,0.50\n", "y,0.5\ny,a\n"},    // numbers become names as they are written
             {"n,?\n", "y,a\n"},              // no value at all
             {"n,\n", "y,?\n"},               // nowhere
             {"n,1\ny,0\n", "y,b\n"},         // the words 0 and 1 among names
             {"n,1.0\n", "y,0\n", "y,1\n"},   // 1.0 is not the word 1
             {"n,9\n", "y,10\n", "n,b9\n"}})  // the order of names is not that of numbers
    {
        const Shards shards("y,x", parts);
        const std::vector<Variable> expected = io::read_data(shards.whole, with_class).schema();
        INFO(parts.front() << parts.back());
        for (const std::size_t size : {1, 2, 3, 5})
            CHECK(columns_on_ranks(size, shards.paths) == expected);
    }
}

TEST_CASE("Ranks: shards with other columns are refused on every rank, naming the shard") {
    const TemporaryFolder folder;
    const std::vector<std::string> files = {folder.write("a.csv", "y,x\nn,1\n"),
                                            folder.write("b.csv", "y,z\nn,1\n")};
    CHECK_THROWS_WITH(columns_on_ranks(2, files), Catch::Contains("b.csv:1:"));
}

TEST_CASE("Ranks: a mistake in one shard is the failure of its rank, with file and line") {
    const TemporaryFolder folder;
    const std::vector<std::string> files = {folder.write("a.csv", "y,x\nn,1\n"),
                                            folder.write("b.csv", "y,x\nn,1\ny\n")};
    const auto failures = on_ranks(2, [&](const sources::Ranks& ranks) {
        sources::open_share(ranks, files, with_class, all_columns, nullptr);
    });
    REQUIRE(failures[1]);
    try {
        std::rethrow_exception(failures[1]);
    } catch (const sources::RankFailure& failure) {
        CHECK_THROWS_WITH(std::rethrow_exception(failure.cause), Catch::Contains("b.csv:3:"));
    }
}

TEST_CASE("Ranks: a refused table is in memory on every rank") {
    const Shards shards("y,a", {"n,0\n", "y,2\n"});
    const Dataset whole = io::read_data(shards.whole, with_class);
    std::atomic<std::size_t> equal = 0;
    on_ranks(2, [&](const sources::Ranks& ranks) {
        const Rows table = sources::open_share(
            ranks, shards.paths, with_class,
            [](std::span<const Variable>, std::size_t rows) { return rows != 2; }, nullptr);
        equal += *table.table() == whole;
    });
    CHECK(equal == 2);
}

TEST_CASE("Ranks: numbers are added in the order of the ranks") {
    std::atomic<std::size_t> right = 0;
    on_ranks(3, [&](const sources::Ranks& ranks) {
        const double number = static_cast<double>(ranks.rank()) + 0.5;
        right += sources::add_together(ranks, {number, 1}) == std::vector<double>{4.5, 3};
    });
    CHECK(right == 3);
}
