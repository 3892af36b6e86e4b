#include <sources/checkpoint/checkpointed_rows.hpp>

#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <system_error>

namespace pgm::sources {
namespace {

namespace fs = std::filesystem;

/// A moment in milliseconds since 1970: "2026-11-28 20:07:03.250 UTC"
std::string date_text(std::int64_t milliseconds) {
    const auto seconds = static_cast<std::time_t>(milliseconds / 1000);
    std::ostringstream text;
    text << std::put_time(std::gmtime(&seconds), "%Y-%m-%d %H:%M:%S.") << std::setfill('0')
         << std::setw(3) << milliseconds % 1000 << " UTC";
    return text.str();
}

std::string text_of_file(const std::string& path) {
    std::error_code failure;
    if (io::is_standard_stream(path) || !fs::is_regular_file(path, failure))
        throw ArgumentError(
            "a checkpoint is of files, whose rows can be read again in the same order, "
            "not of " +
                in_quotes(path),
            "'pgm encode' writes other rows to a file");
    using std::chrono::duration_cast, std::chrono::milliseconds;
    const auto time = std::chrono::file_clock::to_sys(fs::last_write_time(path, failure));
    const auto since_1970 = duration_cast<milliseconds>(time.time_since_epoch()).count();
    return fs::canonical(path, failure).string() + " (" +
           std::to_string(fs::file_size(path, failure)) + " bytes, written " +
           date_text(since_1970) + ")";
}

const char* word_of(io::ColumnDeclaration::Kind kind) {
    using Kind = io::ColumnDeclaration::Kind;
    return kind == Kind::discrete     ? "discrete"
           : kind == Kind::continuous ? "continuous"
                                      : "ignored";
}

}  // namespace

std::string CheckpointedRows::identity_of(const io::TableFiles& files,
                                          const io::DataOptions& options) {
    std::string text;
    for (const std::string& path : files.paths)
        text += (text.empty() ? "" : ", ") + text_of_file(path);
    for (const io::ColumnDeclaration& column : options.columns)
        text += ", " + in_quotes(column.name) + " " + word_of(column.kind);
    if (!options.weights.empty()) text += ", weights " + in_quotes(options.weights);
    for (const std::string& mark : options.missing_marks) text += ", missing " + in_quotes(mark);
    if (options.delimiter) text += ", delimiter " + in_quotes(std::string(1, *options.delimiter));
    if (options.decimal != '.') text += ", decimal " + in_quotes(std::string(1, options.decimal));
    if (options.encoding == io::Encoding::latin1) text += ", latin1";
    if (!options.header) text += ", no header";
    return text;
}

}  // namespace pgm::sources
