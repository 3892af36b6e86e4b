#include <apps/pgm/options/counted_rows.hpp>

#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/data_info.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/file/file_bytes.hpp>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <system_error>

namespace pgm::apps {
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
        throw UsageError(
            "a checkpoint is of files, whose rows can be read again in the same order, "
            "not of " +
                quoted_name(path),
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

void CountedPass::operator()(const Dataset& part) const {
    if (!rows_.class_weights)
        rows_ = fitted_rows(part, class_name_);
    else
        add_state_weights(part.column(class_name_), part.weights(), *rows_.class_weights);
    rows_.codes.add(part);
    take_(part);
}

Rows counted_rows(const Rows& table, const std::string& class_name, FittedRows& rows) {
    if (const Dataset* const data = table.table()) {
        rows = fitted_rows(*data, class_name);
        return *data;
    }
    return {table.schema(), table.rows(), [&](std::size_t rows_of_part, const Rows::Visit& take) {
                table.pass(rows_of_part, CountedPass(rows, class_name, take));
            }};
}

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
