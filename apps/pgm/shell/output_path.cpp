#include <apps/pgm/shell/output_path.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/output.hpp>
#include <io/file/suffix.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <optional>

namespace pgm::apps {
namespace {

std::optional<struct stat> status_of(const std::string& input) {
    struct stat status {};
    const int failed =
        input == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(input.c_str(), &status);
    if (failed != 0) return std::nullopt;
    return status;
}

}  // namespace

void refuse_to_overwrite(const std::string& output, const std::vector<std::string>& inputs,
                         OutputWords words) {
    const std::optional<struct stat> written = output == "-" ? std::nullopt : status_of(output);
    if (!written || !S_ISREG(written->st_mode)) return;
    for (const std::string& input : inputs) {
        const std::optional<struct stat> read = status_of(input);
        if (!read || read->st_dev != written->st_dev || read->st_ino != written->st_ino) continue;
        throw UsageError(std::string(words.what) + " would be written over '" +
                         (input == "-" ? output : input) + "', which " +
                         std::string(words.made_of));
    }
}

bool holds_classifiers(const std::string& output) {
    return !is_standard_output(output) && io::has_suffix(output, ".pgmodel");
}

}  // namespace pgm::apps
