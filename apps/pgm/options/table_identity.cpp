#include <apps/pgm/options/table_identity.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>

#include <chrono>
#include <filesystem>
#include <system_error>

namespace pgm::apps {
namespace {

namespace fs = std::filesystem;

std::string text_of_file(const std::string& path) {
    std::error_code failure;
    if (path == "-" || !fs::is_regular_file(path, failure))
        throw UsageError(
            "a checkpoint is of files, whose rows can be read again in the same order, "
            "not of " +
                quoted_name(path),
            "'pgm encode' writes other rows to a file");
    const auto time = fs::last_write_time(path, failure).time_since_epoch();
    return path + " (" + std::to_string(fs::file_size(path, failure)) + " bytes of " +
           std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count()) +
           ")";
}

const char* word_of(io::ColumnDeclaration::Kind kind) {
    using Kind = io::ColumnDeclaration::Kind;
    return kind == Kind::discrete     ? "discrete"
           : kind == Kind::continuous ? "continuous"
                                      : "ignored";
}

}  // namespace

std::string table_identity(const io::TableFiles& files, const io::DataOptions& options) {
    std::string text;
    for (const std::string& path : files.paths)
        text += (text.empty() ? "" : ", ") + text_of_file(path);
    for (const io::ColumnDeclaration& column : options.columns)
        text += ", " + quoted_name(column.name) + " " + word_of(column.kind);
    if (!options.weights.empty()) text += ", weights " + quoted_name(options.weights);
    for (const std::string& mark : options.missing_marks) text += ", missing " + quoted_name(mark);
    if (options.delimiter) text += ", delimiter " + quoted_name(std::string(1, *options.delimiter));
    if (options.decimal != '.') text += ", decimal " + quoted_name(std::string(1, options.decimal));
    if (options.encoding == io::Encoding::latin1) text += ", latin1";
    if (!options.header) text += ", no header";
    return text;
}

}  // namespace pgm::apps
