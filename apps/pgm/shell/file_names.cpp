#include <apps/pgm/shell/file_names.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/output.hpp>
#include <io/file/suffix.hpp>
#include <pgm/core/text/name_text.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

namespace pgm::apps {
namespace {

bool is_of_kind(const std::string& path, io::FileKind kind) {
    const io::Suffix* const suffix = io::suffix_of(path);
    return suffix != nullptr && suffix->kind == kind;
}

/// "t.pgmodel" of "data/t.csv.gz".
std::string model_beside(const std::string& path) {
    const std::string name = path.substr(path.find_last_of('/') + 1);
    return printable(name.substr(0, name.find('.'))) + ".pgmodel";
}

std::optional<struct stat> status_of(const std::string& input) {
    struct stat status {};
    const int failed =
        input == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(input.c_str(), &status);
    if (failed != 0) return std::nullopt;
    return status;
}

}  // namespace

void require_model(const std::string& path) {
    if (!is_of_kind(path, io::FileKind::data)) return;
    const std::string table = printable(path), model = model_beside(path);
    throw ArgumentError("'" + table + "' is a table of data, and a model is wanted here",
                        "'pgm learn " + table + " -o " + model +
                            "' makes a network of it, 'pgm fit " + table + " --class COLUMN -o " +
                            model + "' a classifier");
}

void require_table(const std::string& path) {
    if (!is_of_kind(path, io::FileKind::model)) return;
    const std::string model = printable(path);
    throw ArgumentError("'" + model + "' is a model, and a table of data is wanted here",
                        "'pgm info " + model + "' shows it, 'pgm sample " + model +
                            " -n 1000 -o rows.csv' draws rows from it");
}

void refuse_swapped(const std::string& command, const std::string& model, const std::string& data) {
    if (!is_of_kind(model, io::FileKind::data) || !is_of_kind(data, io::FileKind::model)) return;
    throw ArgumentError(in_quotes(model) + " is a table of data and " + in_quotes(data) +
                            " a model; the model comes first",
                        "pgm " + command + " " + printable(data) + " " + printable(model));
}

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
    const std::string ending =
        std::filesystem::path(io::without_packing(output)).extension().string();
    const bool is_table = io::has_suffix(output, ".csv") || io::has_suffix(output, ".tsv") ||
                          io::has_suffix(output, ".txt");
    if (is_table || ending.empty()) return;
    throw UsageError(
        std::string(what) + " are written as CSV, not as '" + ending + "'",
        ending == ".json" || ending == ".JSON"
            ? "name a .csv, .tsv or .txt file; with --json and without -o, JSON goes to "
              "standard output"
            : "name a .csv, .tsv or .txt file, each also with .gz or .zst, or - for standard "
              "output");
}

}  // namespace pgm::apps
