#include <io/file/output_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/allocation_counter.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <cstdarg>
#include <new>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

/// What the system refuses while it lives. This program has its own open(), rename() and fsync() in
/// front of the system's.
struct Refusals {
    bool nameless_files = false;
    int rename = 0;  ///< the errno value; 0: allowed
    bool rename_all_the_same = false;
    int fsync_of_folders = 0;
};
Refusals refused;

class Refusing {
public:
    explicit Refusing(Refusals refusals) { refused = refusals; }
    ~Refusing() { refused = {}; }
    Refusing(const Refusing&) = delete;
    Refusing& operator=(const Refusing&) = delete;
};

int failure(int error) {
    errno = error;
    return -1;
}

std::string error_of_saving(const std::string& path, const std::string& contents) {
    try {
        save_atomically(path, contents);
    } catch (const IoError& error) {
        return error.message();
    }
    return "";
}

}  // namespace

extern "C" {

int open_before_the_system(const char* path, int flags, ...) __asm__("open");
int rename_before_the_system(const char* from, const char* to) __asm__("rename");
int fsync_before_the_system(int descriptor) __asm__("fsync");

int open_before_the_system(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, unsigned) : 0;
    va_end(rest);
    if (refused.nameless_files && (flags & O_TMPFILE) == O_TMPFILE) return failure(EOPNOTSUPP);
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int rename_before_the_system(const char* from, const char* to) {
    const bool goes_on = refused.rename == 0 || refused.rename_all_the_same;
    if (goes_on && ::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0) != 0) return -1;
    return refused.rename == 0 ? 0 : failure(refused.rename);
}

int fsync_before_the_system(int descriptor) {
    struct stat status {};
    const bool folder = ::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
    if (folder && refused.fsync_of_folders != 0) return failure(refused.fsync_of_folders);
    return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
}

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
