#include <pgm/data/unusable_columns.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;

TEST_CASE("Long texts: a column with a text that no state can be named by is left out") {
    const std::string longest(4096, 'a'), too_long(4097, 'b');
    const std::vector<std::string_view> texts{"a", longest, "a"}, long_texts{"a", too_long, ""};
    const Dataset data({text_column("fits", texts), text_column("text", long_texts),
                        continuous_column("x", RealCells{1, 2, 3})},
                       {1, 2, 3});
    CHECK(long_text_remarks(data) ==
          std::vector<std::string>{
              "'text' has a text of 4097 bytes, and the name of a state has at most 4096"});
    const Dataset rest = without_long_texts(data);
    CHECK(rest.schema().size() == 2);
    CHECK(rest.find("text") == std::nullopt);
    CHECK(rest.weights().size() == 3);
    CHECK(long_text_remarks(rest).empty());
    Limits all;
    all.max_name_bytes = 5000;
    CHECK(long_text_remarks(data, all).empty());
    CHECK(without_long_texts(data, all) == data);
}
