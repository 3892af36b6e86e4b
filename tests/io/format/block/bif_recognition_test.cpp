#include <io/format/block/bif.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;

TEST_CASE("A text is told to be BIF by how it begins") {
    for (const char* text : {"network asia {\n}", "NETWORK \"a, b\" {", "\xEF\xBB\xBF\n// a, b\n",
                             "/* a, b */", "network{}", "variable\tx {", "probability ( a, b ) {",
                             "probability(a | b)\n{", "netwrk asia {"}) {
        INFO(text);
        CHECK(io::is_bif(text));
    }
    for (const char* text : {"", "network", "network,variable\n1,2\n", "network\tage\n1\t{\n",
                             "x;y\n{;1\n", "probability (%),a\n", "@relation {", "\"{\",b\n"}) {
        INFO(text);
        CHECK_FALSE(io::is_bif(text));
    }
}
