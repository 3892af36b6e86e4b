#include <apps/pgm/shell/file_names.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/output.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/suffix.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

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

/// "P(A | B=b)" rather than the name of a file.
bool is_question(const std::string& text) {
    const std::size_t open = text.find('(');
    return open != std::string::npos && open > 0 && text.ends_with(')') &&
           std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(open),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

/// The file beside where that one would be whose name is nearest.
std::string nearest_file(const std::filesystem::path& path) {
    std::vector<std::string> names;
    std::error_code error;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        constexpr std::size_t most = 10'000;
        if (names.size() == most) return {};
        names.push_back(entry->path().filename().string());
    }
    std::ranges::sort(names);
    const std::string near = nearest_name(path.filename().string(), names);
    return near.empty() ? near : (path.parent_path() / near).string();
}

/// Refuses a path where nothing is, with the file that was likely meant.
void require_exists(const std::string& path) {
    std::error_code error;
    const bool is_address =
        path.find("://") != std::string::npos || io::is_standard_stream(path) || path.empty();
    if (is_address || std::filesystem::exists(path, error) || error) return;
    if (is_question(path))
        throw ArgumentError("'" + printable(path) + "' is a question, and a file is wanted here",
                            "the model comes first: pgm query MODEL '" + printable(path) + "'");
    if (path.find("_||_") != std::string::npos)
        throw ArgumentError("'" + printable(path) + "' is a statement, and a file is wanted here",
                            "the statement comes last, behind the model or the data");
    const std::string near = nearest_file(path);
    const std::string example = "'pgm example' lists textbook networks, 'pgm example asia -o "
                                "asia.bif' writes one";
    const bool is_plain = path.find_first_of("/.") == std::string::npos;
    const std::string hint = !near.empty() ? "did you mean '" + printable(near) + "'?"
                             : is_plain    ? example
                                           : "";
    throw Error(ErrorCode::io, "cannot read: No such file or directory", {.file = path}, hint);
}

std::optional<struct stat> status_of(const std::string& input) {
    struct stat status = {};
    const int failed = io::is_standard_stream(input) ? ::fstat(STDIN_FILENO, &status)
                                                     : ::stat(input.c_str(), &status);
    if (failed != 0) return std::nullopt;
    return status;
}

}  // namespace

void require_model(const std::string& path) {
    require_exists(path);
    if (!is_of_kind(path, io::FileKind::data)) return;
    const std::string table = printable(path), model = model_beside(path);
    throw ArgumentError("'" + table + "' is a data set, and a model is wanted here",
                        "'pgm learn " + table + " -o " + model +
                            "' makes a network of it, 'pgm fit " + table + " --class COLUMN -o " +
                            model + "' a classifier");
}

void require_table(const std::string& path) {
    require_exists(path);
    if (!is_of_kind(path, io::FileKind::model)) return;
    const std::string model = printable(path);
    throw ArgumentError("'" + model + "' is a model, and a data set is wanted here",
                        "'pgm info " + model + "' shows it, 'pgm sample " + model +
                            " -n 1000 -o rows.csv' draws rows from it");
}

void refuse_swapped(const std::string& command, const std::string& model, const std::string& data) {
    if (!is_of_kind(model, io::FileKind::data) || !is_of_kind(data, io::FileKind::model)) return;
    throw ArgumentError(in_quotes(model) + " is a data set and " + in_quotes(data) +
                            " a model; the model comes first",
                        "pgm " + command + " " + printable(data) + " " + printable(model));
}

void refuse_to_overwrite(const std::string& output, const std::vector<std::string>& inputs,
                         OutputWords words) {
    const std::optional<struct stat> written =
        io::is_standard_stream(output) ? std::nullopt : status_of(output);
    if (!written || !S_ISREG(written->st_mode)) return;
    for (const std::string& input : inputs) {
        const std::optional<struct stat> read = status_of(input);
        if (!read || read->st_dev != written->st_dev || read->st_ino != written->st_ino) continue;
        throw UsageError(std::string(words.what) + " would be written over '" +
                         (io::is_standard_stream(input) ? output : input) + "', which " +
                         std::string(words.made_of));
    }
}

void refuse_two_outputs(bool json, const std::string& output) {
    if (json && is_standard_output(output))
        throw UsageError("--json and the model cannot both go to standard output",
                         "give -o a file name");
}

void require_model_name(const std::string& output) {
    if (output.empty() || is_standard_output(output) || io::suffix_of(output) != nullptr) return;
    const std::string name = output.substr(0, output.rfind('.'));
    throw Error(ErrorCode::io, "the suffix tells no known format", {.file = output},
                "a classifier is written as " + printable(name) + ".pgmodel or .json, a network "
                "as .bif, too; 'pgm help formats' lists all");
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
