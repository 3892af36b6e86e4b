#include <io/network_file.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

TEST_CASE("Formats: what is written by a suffix is read back by it", "[io]") {
    const TemporaryFolder folder;
    for (const char* name : {"m.bif", "m.bif.gz", "m.pgmodel", "m.pgmodel.gz", "M.BIF"}) {
        const std::string path = folder.file(name);
        INFO(path);
        CHECK(losses(oddly_named_network(), path).empty());
        write_network(oddly_named_network(), path);
        CHECK(read_network(path).network == oddly_named_network());
        CHECK(check_network_file(path).empty());
    }
    CHECK(read_file(folder.file("m.bif")) == read_file(folder.file("m.bif.gz")));
}

TEST_CASE("Formats: a gzip file is unpacked whatever its suffix, and .gz must be one", "[io]") {
    const TemporaryFolder folder;
    write_network(smoke_and_lung(), folder.file("m.bif.gz"));
    std::filesystem::rename(folder.file("m.bif.gz"), folder.file("m.bif"));
    CHECK(read_network(folder.file("m.bif")).network == smoke_and_lung());
    folder.write("plain.bif.gz", smoke_and_lung_bif());
    CHECK_THROWS_WITH(
        read_network(folder.file("plain.bif.gz")),
        folder.file("plain.bif.gz") + ": the gzip data are damaged (incorrect header check)");
}

TEST_CASE("Formats: a packed or native file that was cut is a ParseError", "[io]") {
    const TemporaryFolder folder;
    for (const char* name : {"m.bif.gz", "m.pgmodel", "m.pgmodel.gz"}) {
        write_network(smoke_and_lung(), folder.file(name));
        std::ifstream file(folder.file(name), std::ios::binary);
        const std::string whole(std::istreambuf_iterator<char>(file), {});
        REQUIRE(whole.size() > 20);
        for (std::size_t bytes = 0; bytes < whole.size(); bytes += 7) {
            INFO(name << " cut after " << bytes << " bytes");
            CHECK_THROWS_AS(read_network(folder.write(name, whole.substr(0, bytes))), ParseError);
        }
    }
}

TEST_CASE("Formats: an unknown suffix is an error that lists the known ones", "[io]") {
    const TemporaryFolder folder;
    const std::string readable =
        "; known formats are .bif, .bn, .xmlbif, .bifxml, .xml, .xdsl, .dsl, .dne, .dnet, .dsc, "
        ".net, .hugin, .oobn, .pgmx, .xbn, .elv, .pmml, .uai, .json, .pgmodel, each also with "
        ".gz or .zst";
    folder.write("m.txt", "");
    folder.write("m.neta", "");
    folder.write("m.dot", "");
    CHECK_THROWS_WITH(read_network(folder.file("m.txt")),
                      folder.file("m.txt") + ": the suffix tells no known format" + readable);
    CHECK_THROWS_WITH(read_network(folder.file("m.neta")),
                      folder.file("m.neta") + ": this format is not supported yet" + readable);
    CHECK_THROWS_WITH(read_network(folder.file("m.dot")),
                      folder.file("m.dot") + ": this format can only be written" + readable);
    CHECK_THROWS_WITH(
        write_network(smoke_and_lung(), folder.file("m.neta")),
        Catch::Contains(
            "m.neta: this format is not supported yet; known formats are .bif, .bn, .xmlbif, "));
    CHECK_THROWS_AS(losses(smoke_and_lung(), "m"), IoError);
}

TEST_CASE("Formats: the system's refusals to read are told", "[io]") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(read_network(folder.file("none.bif")),
                      folder.file("none.bif") + ": cannot read: No such file or directory");
    CHECK_THROWS_WITH(check_network_file(folder.file("none.bif")),
                      folder.file("none.bif") + ": cannot read: No such file or directory");
    CHECK_THROWS_WITH(read_network(folder.path()), folder.path() + ": cannot read: Is a directory");
    CHECK_THROWS_AS(read_network(""), IoError);
    CHECK_THROWS_AS(read_network(std::string("a\0b.bif", 7)), IoError);
}

TEST_CASE("Formats: errors name the file by its path", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("m.bif");
    folder.write("m.bif", "network x {\n} nonsense");
    CHECK_THROWS_WITH(
        read_network(path),
        path + ":2:3: expected 'network', 'variable' or 'probability', found 'nonsense'");
    const std::vector<Problem> problems = check_network_file(path);
    REQUIRE(problems.size() == 1);
    CHECK(to_string(problems[0]) ==
          path + ":2:3: expected 'network', 'variable' or 'probability', found 'nonsense'");
    folder.write("m.pgmodel", "x");
    REQUIRE(check_network_file(folder.file("m.pgmodel")).size() == 1);
    CHECK(check_network_file(path, {.max_file_bytes = 3}).at(0).message ==
          "the file has more than 3 bytes, the limit");
}

TEST_CASE("Formats: pictures say what they lose", "[io]") {
    const TemporaryFolder folder;
    CHECK(
        losses(smoke_and_lung(), "m.dot") ==
        std::vector<std::string>{"the probabilities: a picture cannot be read back as a network"});
    write_network(smoke_and_lung(), folder.file("m.dot"));
    CHECK(read_file(folder.file("m.dot")).find("digraph") != std::string::npos);
}

TEST_CASE("Formats: a pipe is read to its end and written to", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("pipe.bif");
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::thread writer([&] { write_network(oddly_named_network(), path); });
    const BayesianNetwork network = read_network(path).network;
    writer.join();
    CHECK(network == oddly_named_network());
}

namespace {

ReadResult read_constant(std::string_view, const ReadOptions&) {
    return {smoke_and_lung(), {}};
}

void write_constant(const BayesianNetwork&, std::ostream& out) {
    out << "constant";
}

}  // namespace

TEST_CASE("Formats: a program's own format is a row of a table that it passes", "[io]") {
    std::vector<NetworkFormat> formats(network_formats().begin(), network_formats().end());
    formats.push_back({.suffixes = {".constant"}, .read = read_constant, .write = write_constant});
    const TemporaryFolder folder;
    const std::string path = folder.file("m.constant");
    write_network(oddly_named_network(), path, formats);
    CHECK(read_file(path) == "constant");
    CHECK(read_network(path, {}, TablesToLearn::refuse, formats).network == smoke_and_lung());
    CHECK(std::get<BayesianNetwork>(read_model(path, {}, TablesToLearn::refuse, formats).model) ==
          smoke_and_lung());
    CHECK(check_network_file(path, {}, formats).empty());
    CHECK(losses(oddly_named_network(), path, formats).empty());
    CHECK_THROWS_AS(read_network(path), IoError);
    const std::string bif = folder.file("m.bif");
    write_network(smoke_and_lung(), bif, formats);
    CHECK(read_network(bif).network == smoke_and_lung());
}

TEST_CASE("Formats: a file .xml is read as the format in XML that its first bytes are of", "[io]") {
    const tests::TemporaryFolder folder;
    for (const std::string name : {"m.pmml", "m.xdsl", "m.pgmx", "m.xbn", "m.xmlbif"}) {
        INFO(name);
        io::write_network(tests::smoke_and_lung(), folder.file(name));
        const BayesianNetwork network = io::read_network(folder.file(name)).network;
        std::filesystem::rename(folder.file(name), folder.file("m.xml"));
        CHECK(io::read_network(folder.file("m.xml")).network == network);
        CHECK(io::check_network_file(folder.file("m.xml")).empty());
    }
    folder.write("other.xml", "<rules/>");
    CHECK_THROWS_WITH(io::read_network(folder.file("other.xml")),
                      Catch::Contains("expected the element <bif>, found '<rules>'"));
}

TEST_CASE("Formats: bytes in memory are read in the format of a suffix, or of their own", "[io]") {
    for (const std::string suffix : {".bif", ".json", ".xdsl", ".uai", ".pgmodel"}) {
        INFO(suffix);
        const std::string bytes = network_bytes(smoke_and_lung(), "m" + suffix);
        ByteSource named(bytes, "bytes", Limits{}.max_file_bytes);
        const ModelResult read = read_model(named, {}, TablesToLearn::refuse, suffix);
        CHECK(std::get<BayesianNetwork>(read.model).dag() == smoke_and_lung().dag());
    }
    const std::string bif = network_bytes(smoke_and_lung(), "m.bif");
    ByteSource source(bif, "bytes", Limits{}.max_file_bytes);
    CHECK(std::get<BayesianNetwork>(read_model(source).model) == smoke_and_lung());
    ByteSource refused(bif, "bytes", Limits{}.max_file_bytes);
    CHECK_THROWS_AS(read_model(refused, {}, TablesToLearn::refuse, ".svg"), IoError);
}
