#include <io/file/byte_source.hpp>

#include <io/data_file.hpp>
#include <io/file/output_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;
using Catch::Contains;

namespace {

std::string all_of(ByteSource& source, std::size_t piece) {
    std::string text, bytes(piece, '\0');
    while (const std::size_t count = source.read(bytes)) text.append(bytes, 0, count);
    return text;
}

std::string error_of(const TableFiles& files, const DataOptions& options = {}) {
    try {
        read_data(files, options);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("Joined files: the header is read once, and every file begins a line") {
    const TemporaryFolder folder;
    const std::vector<std::string> paths = {
        folder.write("a.csv", "\xEF\xBB\xBF\r\nx,y\r\n1,p"), folder.write("b.csv", ""),
        folder.write("c.csv", "x,y\n"), folder.write("d.csv", "\n\nx,y\n2,q\n"),
        folder.write("e.csv", "x,y")};
    for (const std::size_t piece : {1u, 2u, 7u, 1000u}) {
        ByteSource source(paths, true, 1000);
        const std::string text = "\xEF\xBB\xBF\r\nx,y\r\n1,p\n2,q\n";
        CHECK(all_of(source, piece) == text);
        CHECK(source.place_of_line(3) == Location{.file = paths[0], .line = 3});
        CHECK(source.place_of_line(4) == Location{.file = paths[3], .line = 4});
        source.restart();
        CHECK(all_of(source, piece) == text);
    }
    ByteSource source(paths, false, 1000);
    CHECK(all_of(source, 100) == "\xEF\xBB\xBF\r\nx,y\r\n1,p\nx,y\n\n\nx,y\n2,q\nx,y");
}

TEST_CASE("Joined files: a table in several files, some packed, is that of one file") {
    const TemporaryFolder folder;
    const std::string whole =
        folder.write("all.csv", "a,x\nu,0\nv,1.5\n\"w\n1\",1\nu,NA\nv,1e3\n?,-2\n");
    save_atomically(folder.file("2.csv.gz"), "");
    {
        OutputFile packed(folder.file("2.csv.gz"));
        packed.write("a,x\n\"w\n1\",1\nu,NA\n");
        packed.commit();
    }
    const std::vector<std::string> files = {folder.write("1.csv", "a,x\nu,0\nv,1.5\n"),
                                            folder.file("2.csv.gz"),
                                            folder.write("3.csv", "a,x\nv,1e3\n?,-2")};
    const Dataset expected = read_data(whole), found = read_data(files);
    CHECK(found.schema() == expected.schema());
    CHECK(found.column("a").cells == expected.column("a").cells);
    CHECK(found.rows() == 6);
    const auto all = [](std::span<const Variable>, std::size_t) { return true; };
    const Rows opened = open_data(files, {}, all);
    CHECK(opened.schema() == expected.schema());
    CHECK(opened.rows() == 6);
}

TEST_CASE("Joined files: errors name the file and its line") {
    const TemporaryFolder folder;
    const std::string a = folder.write("a.csv", "x,y\n1,2\n\n\"3\n\",4\n");
    const auto beside = [&](const std::string& name, const std::string& text) {
        return error_of(std::vector{a, folder.write(name, text)});
    };
    CHECK_THAT(beside("b.csv", "x,y\n1,2\n3\n"), Contains("b.csv:3:"));
    CHECK_THAT(beside("b.csv", "\n\nx,y\n1,2,3\n"), Contains("b.csv:4:"));
    CHECK_THAT(beside("b.csv", "x,z\n1,2\n"),
               Contains("b.csv:1: the first line is not that of '" + a + "', 'x,y'"));
    CHECK_THAT(beside("b.tsv", "x\ty\n"), Contains("where all have the same suffix"));
    CHECK_THAT(error_of(std::vector{folder.write("a.arff", "@relation r\n"), a}),
               Contains("several files are read together where all are CSV"));
    CHECK_THAT(error_of(std::vector{a, folder.file("none.csv")}), Contains("none.csv"));
    CHECK_THAT(error_of(std::vector<std::string>{}), Contains("at least one file"));
}
