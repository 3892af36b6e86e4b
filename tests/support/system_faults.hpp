#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace pgm::tests {

/// What the system refuses to this program while a Refusing lives.
struct Refusals {
    bool nameless_files = false;
    int rename = 0;  ///< the errno value; 0: allowed
    bool rename_all_the_same = false;
    int fsync_of_folders = 0;
    /// Most bytes that one write takes.
    std::size_t most_written = std::numeric_limits<std::size_t>::max();
    /// The one call that fails, counted from 0 over open(), fchmod(), write(), fsync(), linkat(),
    /// rename() and close(); it fails with `error`, and a close() closes all the same.
    std::size_t failing_call = std::numeric_limits<std::size_t>::max();
    int error = 0;
};

/// A program that uses this class has its own open(), write() and so on in front of the system's.
/// For one thread at a time.
class Refusing {
public:
    explicit Refusing(Refusals refusals);
    ~Refusing();
    Refusing(const Refusing&) = delete;
    Refusing& operator=(const Refusing&) = delete;

    /// The call that failed as `failing_call` asks, "fsync" for example; "" as long as there was
    /// none.
    static std::string failed_call();
};

}  // namespace pgm::tests
