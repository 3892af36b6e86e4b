#include <io/file/file_bytes.hpp>
#include <io/format/record/archive.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

struct Fixture {
    std::string path;
    std::string bytes;  ///< as they are stored
};

/// A file of every version of the native format that was released.
std::vector<Fixture> fixtures() {
    std::vector<Fixture> found;
    for (const auto& entry : std::filesystem::directory_iterator(source_file("tests/io/data"))) {
        std::ifstream file(entry.path(), std::ios::binary);
        found.push_back({entry.path(), {std::istreambuf_iterator<char>(file), {}}});
    }
    return found;
}

bool is_packed(const Fixture& fixture) {
    return fixture.path.ends_with(".gz");
}

std::string unpacked(const std::string& stored) {
    const TemporaryFolder folder;
    const std::string path = folder.write("f.gz", stored);
    const auto may_hold_nul = [](std::string_view) { return true; };
    return std::string(io::FileBytes(path).read(1 << 20, may_hold_nul));
}

/// What the stored bytes hold, written again: equal models give equal bytes.
std::string contents_of(const std::string& stored, bool packed) {
    const std::string bytes = packed ? unpacked(stored) : stored;
    if (io::is_classifier_archive(bytes))
        return io::classifier_archive(io::read_classifier_archive(bytes, {.name = "f"}));
    std::ostringstream out;
    io::write_archive(io::read_archive(bytes, {.name = "f"}).network, out);
    return std::move(out).str();
}

/// The error of reading, "" when it reads.
std::string error_of(const std::string& stored, bool packed) {
    try {
        contents_of(stored, packed);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

/// Files with one bit flipped, every bit or one in so many.
void check_flipped_bits(std::size_t step) {
    std::size_t refused = 0, flips = 0;
    for (const Fixture& fixture : fixtures()) {
        INFO(fixture.path);
        const std::string contents = contents_of(fixture.bytes, is_packed(fixture));
        for (std::size_t bit = 0; bit < 8 * fixture.bytes.size(); bit += step) {
            std::string damaged = fixture.bytes;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
            ++flips;
            try {
                // The header of a gzip file has bits that mean nothing, such as its date.
                const bool is_equal = contents_of(damaged, is_packed(fixture)) == contents;
                if (!is_equal || !is_packed(fixture)) FAIL("bit " << bit << " is not noticed");
            } catch (const Error&) {
                ++refused;
            }
        }
    }
    // All but those of the date, the system and the name in the header of the packed file.
    CHECK(refused > flips * 9 / 10);
}

}  // namespace

TEST_CASE("Archive fixtures: no file with a flipped bit reads as another model",
          "[io][archive][full]") {
    check_flipped_bits(1);
}

TEST_CASE("Archive fixtures: one flipped bit of nearly every byte is noticed", "[io][archive]") {
    check_flipped_bits(9);
}

TEST_CASE("Archive fixtures: a file cut at any byte is refused", "[io][archive]") {
    for (const Fixture& fixture : fixtures()) {
        INFO(fixture.path);
        for (std::size_t size = 0; size < fixture.bytes.size(); ++size) {
            INFO(size);
            const bool packed = is_packed(fixture);
            const std::string error = error_of(fixture.bytes.substr(0, size), packed);
            REQUIRE((packed ? error.find("/f.gz: ") != error.npos : error.starts_with("f: ")));
        }
    }
}

TEST_CASE("Archive fixtures: empty, foreign and newer files are named as such", "[io][archive]") {
    for (const Fixture& fixture : fixtures()) {
        if (is_packed(fixture)) continue;
        INFO(fixture.path);
        CHECK(error_of("", false) == "f: not a native model file (it was cut short)");
        std::string bytes = fixture.bytes;
        bytes[1] = 'p';
        CHECK(error_of(bytes, false) ==
              "f: not a native model file (it does not begin with the mark of one)");
        bytes = fixture.bytes;
        bytes[9] = 1;  // the high byte of the version
        const std::string error = error_of(bytes, false);
        INFO(error);
        CHECK(error.find("this program reads versions up to") != std::string::npos);
        CHECK(error.find("written by a newer program, or is damaged") != std::string::npos);
    }
}
