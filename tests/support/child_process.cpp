#include <tests/support/child_process.hpp>

#include <pgm/core/error.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

extern char** environ;

namespace pgm::tests {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Makes a temporary file without a name for input or output. Unlike pipes, files can neither
/// deadlock nor raise SIGPIPE.
File temporary_file() {
    File file(std::tmpfile());
    if (!file) throw IoError(std::string("cannot make a temporary file: ") + std::strerror(errno));
    fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
    return file;
}

std::string contents(std::FILE* file) {
    std::string text;
    std::rewind(file);
    char buffer[1 << 14];
    for (std::size_t count; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
        text.append(buffer, count);
    return text;
}

class SpawnActions {
public:
    SpawnActions() { posix_spawn_file_actions_init(&actions_); }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;

    void connect(std::FILE* file, int descriptor) {
        posix_spawn_file_actions_adddup2(&actions_, fileno(file), descriptor);
    }
    const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_;
};

int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            throw IoError(std::string("cannot wait for a child process: ") + std::strerror(errno));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& arguments, const std::string& input) {
    const File in = temporary_file(), out = temporary_file(), err = temporary_file();
    if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() ||
        std::fflush(in.get()) != 0)
        throw IoError(std::string("cannot write a temporary file: ") + std::strerror(errno));
    std::rewind(in.get());

    SpawnActions actions;
    actions.connect(in.get(), STDIN_FILENO);
    actions.connect(out.get(), STDOUT_FILENO);
    actions.connect(err.get(), STDERR_FILENO);
    std::vector<char*> argv;
    for (const std::string& argument : arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));  // POSIX promises not to write to them
    argv.push_back(nullptr);

    pid_t child = 0;
    const int failure = posix_spawnp(&child, argv[0], actions.get(), nullptr, argv.data(), environ);
    if (failure != 0)
        throw IoError("cannot run '" + arguments.front() + "': " + std::strerror(failure));
    ChildResult result;
    result.exit_status = wait_for(child);
    result.output = contents(out.get());
    result.errors = contents(err.get());
    return result;
}

}  // namespace pgm::tests
