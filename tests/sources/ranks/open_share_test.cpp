#include <io/data_file.hpp>
#include <learners/fit/fit_network.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/learn_structure.hpp>
#include <sources/ranks/ranks.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/thread_ranks.hpp>

#include <atomic>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Dependent columns, among them one of forty states and one that misses the first of every so many
/// cells, or none. Rows repeat.
std::vector<std::string> lines(std::size_t rows, std::size_t missing_every) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t n = i * i % 97;
        const bool is_missing = missing_every > 0 && i % missing_every == 0;
        all.push_back("s" + std::to_string(n % 40) + ",t" + std::to_string(n % 4) + "," +
                      (is_missing ? "?" : "u" + std::to_string(n % 4 * (i % 2))) + ",v" +
                      std::to_string(i % 3) + ",w" + std::to_string((n + i) % 2) + "\n");
    }
    return all;
}

struct Files {
    explicit Files(std::size_t shards, std::size_t missing_every = 11) {
        const std::string header = "a,b,c,d,e\n";
        const std::vector<std::string> rows = lines(900, missing_every);
        std::string whole_text = header;
        for (std::size_t shard = 0; shard < shards; ++shard) {
            std::string text;
            for (std::size_t i = shard * rows.size() / shards;
                 i < (shard + 1) * rows.size() / shards; ++i)
                text += rows[i];
            whole_text += text;
            paths.push_back(folder.write("part-" + std::to_string(shard) + ".csv", header + text));
        }
        whole = folder.write("whole.csv", whole_text);
    }

    TemporaryFolder folder;
    std::vector<std::string> paths;
    std::string whole;
};

}  // namespace

TEST_CASE("Shares in memory: together they are the table") {
    const Files files(3);
    const Dataset whole = io::read_data(files.whole);
    std::atomic<std::size_t> rows = 0, right = 0;
    const auto failures = on_ranks(4, [&](const sources::Ranks& ranks) {
        const Rows table = sources::open_share(ranks, files.paths, {}, all_columns, nullptr);
        const Dataset share = io::in_memory(table);
        right += share.schema() == whole.schema();
        rows += share.rows();
    });
    for (const std::exception_ptr& failure : failures) CHECK_FALSE(failure);
    CHECK(right == 4);
    CHECK(rows == whole.rows());
}

TEST_CASE("Shares in memory: a structure, its score and its tables are those of the whole table") {
    using namespace pgm::learners;
    const Files files(4, 0);
    const Dataset whole = io::read_data(files.whole);
    for (const char* algorithm : {"hc", "tabu", "boss", "ges", "chow-liu", "exact"})
        for (const Score& score : {Score(BicScore{}), Score(BdeuScore{10})}) {
            const StructureLearning learning{.algorithm = parse_search_algorithm(algorithm),
                                             .score = score};
            const LearnedStructure expected = learn_structure(whole, learning);
            const BayesianNetwork network = fit_network(whole, expected.dag).network;
            for (const std::size_t size : {1, 2, 3}) {
                std::atomic<std::size_t> right = 0;
                const auto failures = on_ranks(size, [&](const sources::Ranks& ranks) {
                    const Rows table =
                        sources::open_share(ranks, files.paths, {}, all_columns, nullptr);
                    const Dataset share = io::in_memory(table);
                    const SearchControl control{.exchange = sources::count_exchange(ranks)};
                    const LearnedStructure found = learn_structure(share, learning, control);
                    right += found.dag == expected.dag && found.score == expected.score &&
                             fit_network(share, found.dag, {}, control).network == network;
                });
                INFO(algorithm << " with " << format(score) << " on " << size << " ranks");
                for (const std::exception_ptr& failure : failures)
                    if (failure) std::rethrow_exception(failure);
                CHECK(right == size);
            }
        }
}

TEST_CASE("Shares in memory: all refuse a search by scores where one of them misses a cell") {
    const Files files(3, 900);
    const auto failures = on_ranks(3, [&](const sources::Ranks& ranks) {
        const Rows table = sources::open_share(ranks, files.paths, {}, all_columns, nullptr);
        const Dataset share = io::in_memory(table);
        learners::learn_structure(share, {}, {.exchange = sources::count_exchange(ranks)});
    });
    for (const std::exception_ptr& failure : failures) {
        REQUIRE(failure);
        CHECK_THROWS_AS(std::rethrow_exception(failure), ArgumentError);
    }
}

TEST_CASE("Shares in memory: scores are those of the whole table, large families too") {
    using namespace pgm::learners;
    const Files files(2);
    const Dataset whole = io::read_data(files.whole);
    const std::vector<VariableId> none, two = {VariableId(1), VariableId(2)};
    for (const Score& score : {Score(BicScore{}), Score(K2Score{}), Score(QnmlScore{})}) {
        const DataScore expected(whole, score);
        std::atomic<std::size_t> right = 0;
        const auto failures = on_ranks(2, [&](const sources::Ranks& ranks) {
            const Rows table = sources::open_share(ranks, files.paths, {}, all_columns, nullptr);
            const Dataset share = io::in_memory(table);
            const DataScore found(share, score, {.exchange = sources::count_exchange(ranks)});
            right += found.rows() == expected.rows() &&
                     found.family(VariableId(0), none) == expected.family(VariableId(0), none) &&
                     found.family(VariableId(3), two) == expected.family(VariableId(3), two);
        });
        for (const std::exception_ptr& failure : failures)
            if (failure) std::rethrow_exception(failure);
        CHECK(right == 2);
    }
}
