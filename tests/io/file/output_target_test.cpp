#include <io/file/output_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

int descriptor_of(const std::string& path) {
    const OutputTarget target = output_target(path);
    const OpenDescriptor* const open = std::get_if<OpenDescriptor>(&target);
    return open ? open->number : -1;
}

}  // namespace

TEST_CASE("OutputTarget: however a descriptor is spelled, it is that descriptor", "[io]") {
    const TemporaryFolder folder;
    CHECK(descriptor_of("-") == 1);
    CHECK(descriptor_of("/dev/stdout") == 1);
    CHECK(descriptor_of("/dev/stderr") == 2);
    CHECK(descriptor_of("/dev//./stderr") == 2);
    CHECK(descriptor_of("/dev/fd/7") == 7);
    CHECK(descriptor_of("/proc/self/fd/12") == 12);
    CHECK(descriptor_of("/proc/" + std::to_string(::getpid()) + "/fd/1") == 1);
    std::filesystem::create_symlink("/dev/stdout", folder.file("log"));
    CHECK(descriptor_of(folder.file("log")) == 1);
    CHECK(descriptor_of(folder.file("7")) == -1);
}

TEST_CASE("OutputTarget: a file below /dev is a file like any other", "[io]") {
    struct stat status {};
    if (::stat("/dev/shm", &status) != 0 || ::access("/dev/shm", W_OK) != 0) {
        WARN("SKIPPED: there is no /dev/shm");
        return;
    }
    const std::string path = "/dev/shm/pgm-test-" + std::to_string(::getpid());
    save_atomically(path, "a long first text");
    REQUIRE(::stat(path.c_str(), &status) == 0);
    const ino_t before = status.st_ino;
    save_atomically(path, "short");
    CHECK(read_file(path) == "short");
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK(status.st_ino != before);  // replaced, not written over
    ::unlink(path.c_str());
}

TEST_CASE("OutputTarget: a descriptor is written to from where it stands, and not cut", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.write("log", "first line\nsecond line\n");
    const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    REQUIRE(::lseek(file.get(), 11, SEEK_SET) == 11);
    save_atomically("/dev/fd/" + std::to_string(file.get()), "SECOND");
    save_atomically("/proc/self/fd/" + std::to_string(file.get()), " LINE");
    CHECK(read_file(path) == "first line\nSECOND LINE\n");
    CHECK(folder.names() == std::vector<std::string>{"log"});
    CHECK_THROWS_WITH(save_atomically("/dev/fd/98765", "x"),
                      "/dev/fd/98765: cannot write: Bad file descriptor");
}

TEST_CASE("OutputTarget: a pipe is written in place", "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("pipe");
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::string received;
    std::thread reader([&] { received = read_file(path); });
    save_atomically(path, "through the pipe");
    reader.join();
    CHECK(received == "through the pipe");
    CHECK(std::filesystem::is_fifo(path));
}

TEST_CASE("OutputTarget: what is neither a file nor a pipe nor a character device is refused",
          "[io]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("socket");
    const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    REQUIRE(path.size() < sizeof address.sun_path);
    std::copy(path.begin(), path.end(), address.sun_path);
    REQUIRE(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    CHECK_THROWS_WITH(
        output_target(path),
        path + ": cannot write: it is neither a file nor a pipe nor a character device");
    CHECK_THROWS_WITH(output_target("/proc/self"), "/proc/self: cannot write: Is a directory");
    // A regular file by its status, in a folder that takes no new file.
    CHECK_THROWS_AS(save_atomically("/proc/self/comm", "x"), IoError);
}
