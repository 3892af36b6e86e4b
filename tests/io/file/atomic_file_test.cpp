#include <io/file/output_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/system_faults.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

unsigned permissions(const std::string& path) {
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("AtomicFile: the target appears, or changes, at commit", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("model.bif");
    for (const std::string& contents : {std::string("first"), std::string("second, longer"),
                                        std::string(3'000'000, 'x'), std::string()}) {
        const std::string before = std::filesystem::exists(path) ? read_file(path) : "";
        AtomicFile file(path);
        file.write(contents.substr(0, contents.size() / 2));
        file.write(contents.substr(contents.size() / 2));
        // Beside the old file there is at most a temporary one, where the file system has no
        // nameless files.
        CHECK(folder.names().size() <= (before.empty() ? 1 : 2));
        if (!before.empty()) CHECK(read_file(path) == before);
        file.commit();
        CHECK(read_file(path) == contents);
        CHECK(folder.names() == std::vector<std::string>{"model.bif"});
    }
}

TEST_CASE("AtomicFile: without commit nothing changes and nothing is left", "[io]") {
    const TemporaryFolder folder;
    folder.write("a", "old");
    { AtomicFile(folder.file("a")).write("new"); }
    { AtomicFile(folder.file("b")).write("new"); }
    CHECK(folder.names() == std::vector<std::string>{"a"});
    CHECK(read_file(folder.file("a")) == "old");
}

TEST_CASE("AtomicFile: permissions are those of the old file, or those the umask grants", "[io]") {
    const TemporaryFolder folder;
    const mode_t umask_before = ::umask(027);
    save_atomically(folder.file("new"), "x");
    CHECK(permissions(folder.file("new")) == 0640);
    ::umask(umask_before);
    for (const unsigned mode : {0600u, 0644u, 0664u, 0755u}) {
        REQUIRE(::chmod(folder.file("new").c_str(), mode) == 0);
        save_atomically(folder.file("new"), "y");
        CHECK(permissions(folder.file("new")) == mode);
    }
}

TEST_CASE("AtomicFile: a symbolic link stays one and its file is replaced", "[io]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("elsewhere"));
    folder.write("elsewhere/model.bif", "old");
    std::filesystem::create_symlink("elsewhere/model.bif", folder.file("link"));
    save_atomically(folder.file("link"), "new");
    CHECK(std::filesystem::is_symlink(folder.file("link")));
    CHECK(read_file(folder.file("elsewhere/model.bif")) == "new");
    CHECK(folder.names() == std::vector<std::string>{"elsewhere", "link"});

    std::filesystem::create_symlink("nothing", folder.file("dangling"));
    CHECK_THROWS_WITH(
        save_atomically(folder.file("dangling"), "x"),
        folder.file("dangling") + ": cannot write: a symbolic link to a file that does not exist");
}

TEST_CASE("AtomicFile: the system's refusals are told", "[io]") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(
        save_atomically(folder.file("no/such/folder.bif"), "x"),
        folder.file("no/such/folder.bif") + ": cannot write: No such file or directory");
    CHECK_THROWS_WITH(save_atomically(folder.path(), "x"),
                      folder.path() + ": cannot write: Is a directory");
    folder.write("file", "");
    CHECK_THROWS_WITH(save_atomically(folder.file("file/x"), "x"),
                      folder.file("file/x") + ": cannot write: Not a directory");
    CHECK_THROWS_AS(save_atomically("/dev/full", "x"), IoError);
    save_atomically("/dev/null", "x");
    CHECK(folder.names() == std::vector<std::string>{"file"});
}

TEST_CASE("AtomicFile: a write that fails leaves the old file and no temporary one", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("model");
    folder.write("model", "old");
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        // In a process of its own, for the limit on the size of files would hold for the rest of
        // the tests.
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            save_atomically(path, std::string(5000, 'x'));
        } catch (const IoError&) {
            ::_exit(7);
        }
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WEXITSTATUS(status) == 7);
    CHECK(read_file(path) == "old");
    CHECK(folder.names() == std::vector<std::string>{"model"});
}

TEST_CASE(
    "AtomicFile: what a killed process left behind is removed by the next save of the same file",
    "[io]") {
    const TemporaryFolder folder;
    folder.write(".model.bif.pgm-tmp-abcdefghijkl", "half");
    folder.write(".other.bif.pgm-tmp-abcdefghijkl", "half");
    AtomicFile living(folder.file("model.bif"));
    save_atomically(folder.file("model.bif"), "x");
    living.write("y");
    living.commit();  // it was not taken for a stale one
    CHECK(read_file(folder.file("model.bif")) == "y");
    CHECK(folder.names() ==
          std::vector<std::string>{".other.bif.pgm-tmp-abcdefghijkl", "model.bif"});
}

TEST_CASE("AtomicFile: threads that save the same file leave one of their contents, whole",
          "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("model");
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 25; ++i)
                save_atomically(path, std::string(100'000, static_cast<char>('a' + t)));
        });
    }
    for (std::thread& thread : threads) thread.join();
    const std::string contents = read_file(path);
    CHECK(contents == std::string(100'000, contents.at(0)));
    CHECK(folder.names() == std::vector<std::string>{"model"});
}

TEST_CASE("AtomicFile: a process killed at any moment leaves the old file or the new one",
          "[io][full]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("model");
    folder.write("model", std::string(1'000'000, 'a'));
    const char* const wanted = std::getenv("PGM_KILLS");  // for more rounds than usual
    const int rounds = wanted ? std::atoi(wanted) : 200;
    for (int round = 0; round < rounds; ++round) {
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            const Refusing refusing({.nameless_files = round % 2 == 1});
            try {
                for (char c = 'a';; c = c == 'z' ? 'a' : static_cast<char>(c + 1))
                    save_atomically(path, std::string(1'000'000, c));
            } catch (const IoError&) {
                ::_exit(7);
            }
        }
        ::usleep(static_cast<useconds_t>(1000 + 137 * (round % 250)));
        ::kill(child, SIGKILL);
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        REQUIRE(WIFSIGNALED(status));
        const std::string contents = read_file(path);
        REQUIRE(contents == std::string(1'000'000, contents.at(0)));
        REQUIRE(folder.names().size() <= 2);
    }
    save_atomically(path, "last");
    CHECK(folder.names() == std::vector<std::string>{"model"});
}
