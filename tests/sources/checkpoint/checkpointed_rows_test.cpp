#include <sources/checkpoint/checkpointed_rows.hpp>

#include <io/csv/csv.hpp>
#include <io/file/output_file.hpp>
#include <io/format/record/archive.hpp>
#include <learners/fit/estimator.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <stdexcept>

using namespace pgm;
using namespace pgm::sources;
using namespace pgm::tests;
using Catch::Contains;

namespace {

constexpr std::size_t all_rows = 230;

Dataset rows_of_all_kinds() {
    std::string text = "colour,size,kind,y\n";
    for (std::size_t i = 0; i < all_rows; ++i)
        text += std::string(i % 7 == 0   ? "?"
                            : i % 3 == 0 ? "red"
                                         : "blue") +
                "," + std::to_string(i * i % 17) + ".1," + (i * 5 % 4 == 0 ? "p" : "q") + "," +
                (i % 11 == 0  ? "?"
                 : i % 2 == 0 ? "yes"
                              : "no") +
                "\n";
    return io::read_csv(text);
}

/// Rows in parts of 16, which break off before the part of this number.
struct BreaksOff : std::runtime_error {
    BreaksOff() : std::runtime_error("broken off") {}
};
Rows parts_of(const Dataset& rows, std::size_t& parts_left) {
    return {rows.schema(), rows.rows(), [&](std::size_t, const Rows::Visit& take) {
                for (std::size_t row = 0; row < rows.rows(); row += 16) {
                    if (parts_left-- == 0) throw BreaksOff();
                    take(rows.view_rows(row, std::min<std::size_t>(16, rows.rows() - row)));
                }
            }};
}

}  // namespace

TEST_CASE("A run that breaks off anywhere ends in the same classifier") {
    const TemporaryFolder folder;
    const Dataset rows = rows_of_all_kinds();
    for (const char* const words : {"nb", "tan", "kdb:2"}) {
        const learners::Estimator learner =
            learners::parse_learner(words, {.continuous = "gaussian", .missing_cells = "fill"});
        const Classifier whole = learners::fit(rows, "y", learner);
        for (std::size_t parts = 0; parts < 50; parts += 7) {
            INFO(words << " breaks off after " << parts << " parts");
            const std::string path = folder.file(std::string(words) + std::to_string(parts));
            std::size_t left = parts;
            bool is_done = false;
            std::size_t runs = 0;
            for (; !is_done && runs < 100; ++runs) {
                CheckpointedRows run(parts_of(rows, left), path, "the rows");
                try {
                    const Classifier classifier = learners::fit(run.source(), "y", learner);
                    CHECK(classifier == whole);
                    is_done = true;
                    run.finish();
                } catch (const BreaksOff&) {
                    // Once more, for longer.
                }
                left = parts + 15 * runs;
            }
            CHECK(is_done);
            CHECK(folder.names().empty());
        }
    }
}

TEST_CASE("A run that goes on does not count what it has counted") {
    const TemporaryFolder folder;
    const std::string path = folder.file("c");
    const Dataset rows = rows_of_all_kinds();
    const learners::Estimator learner = learners::parse_learner("nb", {.continuous = "gaussian"});
    std::size_t left = 10;
    CheckpointedRows first(parts_of(rows, left), path, "the rows");
    CHECK_THROWS_AS(learners::fit(first.source(), "y", learner), BreaksOff);
    left = 100;
    CheckpointedRows second(parts_of(rows, left), path, "the rows");
    learners::fit(second.source(), "y", learner);
    CHECK(second.resumed_rows() >= 16);
    CHECK(second.resumed_rows() <= 160);
    // Nor does another learner take its sums for its own.
    left = 100;
    CheckpointedRows third(parts_of(rows, left), path, "the rows");
    const learners::Estimator other = learners::parse_learner("tan", {.continuous = "gaussian"});
    CHECK(learners::fit(third.source(), "y", other) == learners::fit(rows, "y", other));
    CHECK(third.resumed_rows() == 0);
}

TEST_CASE("A checkpoint of other rows, or none, is refused, and a damaged one is noticed") {
    const TemporaryFolder folder;
    const std::string path = folder.file("c");
    const Dataset rows = rows_of_all_kinds();
    const learners::Estimator learner = learners::parse_learner("nb", {.continuous = "gaussian"});
    std::size_t left = 10;
    CheckpointedRows first(parts_of(rows, left), path, "the rows");
    CHECK_THROWS_AS(learners::fit(first.source(), "y", learner), BreaksOff);
    const auto begun = [&](const std::string& which) {
        return CheckpointedRows(parts_of(rows, left), path, which);
    };
    CHECK_THROWS_WITH(begun("others"), Contains("is of other rows, the rows"));
    const std::string bytes = read_file(path);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ 4);
        io::save_atomically(path, damaged);
        CHECK_THROWS_AS(begun("the rows"), ParseError);
    }
    for (std::size_t size = 1; size < bytes.size(); size += 17) {
        io::save_atomically(path, bytes.substr(0, size));
        CHECK_THROWS_AS(begun("the rows"), ParseError);
    }
    io::save_atomically(path, io::statistics_archive(Sums()));
    CHECK_THROWS_WITH(begun("the rows"), Contains("does not hold a checkpoint"));
    io::save_atomically(path, bytes);
    CHECK_THROWS_WITH(io::read_archive(bytes), Contains("holds a checkpoint, not a model"));
    CHECK_NOTHROW(begun("the rows"));
}
