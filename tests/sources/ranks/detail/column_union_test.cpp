#include <sources/ranks/detail/column_union.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace pgm;
using namespace pgm::sources::detail;
using Kind = io::ColumnDeclaration::Kind;

TEST_CASE("Column union: the kind of a column is that of the rules for a whole table") {
    // Numbers are continuous, but the words 0 and 1, both of which occur; words are discrete.
    for (const char* const discrete : {"w", "wn", "w-0", "b", "bb", "b-", "01", "b0", "0-1", "bw"})
        CHECK(kind_of_whole(discrete, true) == Kind::discrete);
    for (const char* const continuous : {"n", "nn", "bn", "01n", "0", "1-", "-", "00"})
        CHECK(kind_of_whole(continuous, false) == Kind::continuous);
    CHECK(kind_of_whole("dd", true) == Kind::discrete);
}

namespace {

ShareColumns share(Variable column, SeenValues seen) {
    return {.schema = {std::move(column)}, .seen = std::string(1, static_cast<char>(seen))};
}

}  // namespace

TEST_CASE("Column union: a share is read again where other shares change the kind of a column") {
    const Variable numbers("x"), binary("x", {"0", "1"}), words("x", {"1.50", "a"});
    const auto declared = [](Kind kind) {
        return [kind](const std::vector<io::ColumnDeclaration>& columns) {
            return columns.size() == 1 && columns.front().kind == kind &&
                   columns.front().name == "x";
        };
    };
    auto again =
        contradicted({share(numbers, SeenValues::numbers), share(words, SeenValues::words)});
    CHECK(declared(Kind::discrete)(again[0]));
    CHECK(again[1].empty());
    again = contradicted({share(binary, SeenValues::both), share(numbers, SeenValues::numbers)});
    CHECK(declared(Kind::continuous)(again[0]));
    CHECK(again[1].empty());
    again = contradicted({share(numbers, SeenValues::zeros), share(numbers, SeenValues::ones)});
    CHECK(declared(Kind::discrete)(again[0]));
    CHECK(declared(Kind::discrete)(again[1]));
    again = contradicted({share(numbers, SeenValues::nothing), share(words, SeenValues::words)});
    CHECK(again[0].empty());
}

TEST_CASE("Column union: states of all shares, in the order of a file") {
    const auto both = [](std::vector<std::string> a, std::vector<std::string> b) {
        return united({share({"x", std::move(a)}, SeenValues::words),
                       share({"x", std::move(b)}, SeenValues::words)})
            .front()
            .states();
    };
    using States = std::vector<std::string>;
    CHECK(both({"a", "c"}, {"b"}) == States{"a", "b", "c"});
    CHECK(both({"10", "9"}, {"10", "9"}) == States{"10", "9"});  // as an encoded file has them
    CHECK(both({"9", "10"}, {"2"}) == States{"2", "9", "10"});
}

TEST_CASE("Column union: what a rank tells is what the others read") {
    const ShareColumns columns{
        .schema = {{"a", {"x", "y"}}, Variable("b")}, .seen = "wn", .rows = 123456789012};
    const ShareColumns read = unpacked(packed(columns));
    CHECK(read.schema == columns.schema);
    CHECK(read.seen == columns.seen);
    CHECK(read.rows == columns.rows);
    CHECK(unpacked(packed({.schema = {}, .seen = {}, .is_refused = true})).is_refused);
}
