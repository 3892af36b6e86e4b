#include <apps/pgm/shell/output_path.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/output.hpp>
#include <io/file/suffix.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
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

void refuse_two_outputs(bool json, const std::string& output) {
    if (json && is_standard_output(output))
        throw UsageError("--json and the model cannot both go to standard output",
                         "give -o a file name");
}

void require_table_name(const std::string& output, std::string_view what) {
    std::filesystem::path name = output;
    if (io::is_packed_name(output)) name = name.stem();
    const std::string ending = name.extension().string();
    const bool is_table = io::has_suffix(output, ".csv") || io::has_suffix(output, ".tsv") ||
                          io::has_suffix(output, ".txt");
    if (is_table || ending.empty()) return;
    throw UsageError(
        std::string(what) + " are written as CSV, not as '" + ending + "'",
        ending == ".json" || ending == ".JSON"
            ? "name a .csv, .tsv or .txt file; with --json and without -o, JSON goes to "
              "standard output"
            : "name a .csv, .tsv or .txt file, each also with .gz, or - for standard output");
}

bool holds_classifiers(const std::string& output) {
    return !is_standard_output(output) && io::has_suffix(output, ".pgmodel");
}

}  // namespace pgm::apps
