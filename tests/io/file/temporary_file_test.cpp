#include <io/file/output_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/allocation_counter.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/system_faults.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cerrno>
#include <filesystem>
#include <new>
#include <set>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

std::string error_of_saving(const std::string& path, const std::string& contents) {
    try {
        save_atomically(path, contents);
    } catch (const IoError& error) {
        return error.message();
    }
    return "";
}

}  // namespace

TEST_CASE("TemporaryFile: where files need a name, saving works all the same", "[io]") {
    const TemporaryFolder folder;
    const Refusing refusing({.nameless_files = true});
    for (const std::string& contents :
         {std::string("first"), std::string(300'000, 'x'), std::string()}) {
        OutputFile file(folder.file("model"));
        file.write(contents);
        CHECK(folder.names().front().starts_with(".model.pgm-tmp-"));
        file.commit();
        CHECK(read_file(folder.file("model")) == contents);
        CHECK(folder.names() == std::vector<std::string>{"model"});
    }
    { OutputFile(folder.file("model")).write("never committed"); }
    CHECK(folder.names() == std::vector<std::string>{"model"});
}

TEST_CASE("TemporaryFile: an error says whether the new file stands", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.write("model", "old");
    for (const bool nameless_files : {false, true}) {
        INFO(nameless_files);
        {
            const Refusing refusing({.nameless_files = nameless_files, .rename = EIO});
            CHECK(error_of_saving(path, "new") ==
                  "cannot put the new file in its place, nothing has changed: Input/output error");
            CHECK(read_file(path) == "old");
        }
        {
            const Refusing refusing(
                {.nameless_files = nameless_files, .rename = EIO, .rename_all_the_same = true});
            CHECK(error_of_saving(path, "new") ==
                  "the new file is in its place, but the system did not confirm it: Input/output "
                  "error");
            CHECK(read_file(path) == "new");
        }
        {
            const Refusing refusing({.nameless_files = nameless_files, .fsync_of_folders = EIO});
            CHECK(error_of_saving(path, "newer") ==
                  "the new file is in its place, but the system did not confirm its name in the "
                  "folder: "
                  "Input/output error");
            CHECK(read_file(path) == "newer");
        }
        CHECK(folder.names() == std::vector<std::string>{"model"});
        save_atomically(path, "old");
    }
}

TEST_CASE("TemporaryFile: a folder that has nothing to make durable is no error", "[io]") {
    const TemporaryFolder folder;
    const Refusing refusing({.fsync_of_folders = EINVAL});
    CHECK(error_of_saving(folder.file("model"), "new") == "");
}

TEST_CASE("TemporaryFile: a system that writes a few bytes at a time loses none", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.write("model", "old"), contents(100'000, 'x');
    for (const std::size_t most : {1, 4095}) {
        const Refusing refusing({.most_written = most});
        save_atomically(path, contents);
        CHECK(read_file(path) == contents);
    }
}

TEST_CASE(
    "TemporaryFile: whichever call of the system fails, there is the old file or the new one, and "
    "the error says which",
    "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("model");
    std::set<std::string> reported;
    // Without an old file, too.
    const auto fail_each_call = [&](bool has_old, bool nameless_files, int errno_value) {
        for (std::size_t n = 0;; ++n) {
            INFO("call " << n << ", errno " << errno_value << ", nameless " << nameless_files);
            REQUIRE(n < 100);
            std::filesystem::remove(path);
            if (has_old) folder.write("model", "old");
            std::string message, call;
            {
                const Refusing refusing(
                    {.nameless_files = !nameless_files, .failing_call = n, .error = errno_value});
                message = error_of_saving(path, "the new contents");
                call = Refusing::failed_call();
            }
            INFO(call << ": " << message);
            const bool is_new = std::filesystem::exists(path) && read_file(path) != "old";
            if (is_new) CHECK(read_file(path) == "the new contents");
            const bool says_new =
                message.empty() || message.starts_with("the new file is in its place");
            CHECK(says_new == is_new);
            if (!is_new) CHECK(std::filesystem::exists(path) == has_old);
            if (!message.empty()) reported.insert(call);
            // Other calls may be answered by another way to the same end.
            if (message.empty()) CHECK((call == "open" || call == "close" || call.empty()));
            CHECK(error_of_saving(path, "next") == "");
            CHECK(folder.names() == std::vector<std::string>{"model"});
            if (call.empty()) return;
        }
    };
    for (const bool has_old : {true, false})
        for (const bool nameless_files : {true, false})
            for (const int error : {ENOSPC, EIO, EDQUOT})
                fail_each_call(has_old, nameless_files, error);
    CHECK(reported ==
          std::set<std::string>{"open", "fchmod", "write", "fsync", "linkat", "rename", "close"});
}

TEST_CASE(
    "TemporaryFile: memory that runs out at any moment of saving is an exception and leaves one "
    "file",
    "[io]") {
    if (!counts_allocations()) {
        WARN("SKIPPED: a sanitizer has its own operator new");
        return;
    }
    const TemporaryFolder folder;
    for (const bool nameless_files : {false, true}) {
        const Refusing refusing({.nameless_files = nameless_files});
        bool saved = false;
        for (std::size_t n = 0; !saved; ++n) {
            INFO(n);
            REQUIRE(n < 1000);
            const std::string path = folder.write("model", "old"), packed = folder.file("model.gz");
            folder.write(".model.pgm-tmp-abcdefghijkl", "what a killed process left");
            try {
                const FailingAllocation failing(n);
                save_atomically(path, "new");
                save_atomically(packed, "new");
                saved = true;
            } catch (const std::bad_alloc&) {
                // The wish of this test.
            }
            const std::string contents = read_file(path);
            CHECK((contents == "new" || (!saved && contents == "old")));
            for (const std::string& name : folder.names())
                CHECK((name == "model" || name == "model.gz" ||
                       name == ".model.pgm-tmp-abcdefghijkl"));
        }
    }
}
