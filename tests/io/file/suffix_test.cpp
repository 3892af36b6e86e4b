#include <io/file/suffix.hpp>

#include <tests/support/catch.hpp>

using namespace pgm::io;

TEST_CASE("A suffix means the same in any letter case, and with .gz behind it", "[io]") {
    for (const char* path : {"m.pgmodel", "M.PGMODEL", "a.b/m.PgModel.gz", "m.pgmodel.GZ"}) {
        REQUIRE(suffix_of(path) != nullptr);
        CHECK(suffix_of(path)->kind == FileKind::model);
        CHECK(has_suffix(path, ".pgmodel"));
        CHECK_FALSE(has_suffix(path, ".bif"));
    }
    CHECK(suffix_of("t.Tsv.gz")->kind == FileKind::data);
    CHECK(suffix_of("p.SVG")->kind == FileKind::picture);
    CHECK(suffix_of("m.NETA")->kind == FileKind::unsupported);
    for (const char* path : {"", ".gz", "bif", "m.bif.zip", "m.pgmodel.gz.gz", "m.bi"})
        CHECK(suffix_of(path) == nullptr);
}

TEST_CASE("A packed name ends in .gz or .zst, whatever the case of its letters", "[io]") {
    CHECK(without_packing("a.bif.GZ") == "a.bif");
    CHECK(without_packing("a.csv.zst") == "a.csv");
    CHECK(without_packing("a.csv.gz.zst") == "a.csv.gz");
    for (const char* path : {"a.gzip", "a.bif", "gz", "a.zstd", ""})
        CHECK(without_packing(path) == path);
    CHECK(suffix_of("t.arff.Zst")->kind == FileKind::data);
}
