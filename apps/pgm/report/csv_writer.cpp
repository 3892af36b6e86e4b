#include <apps/pgm/report/csv_writer.hpp>

#include <io/file/suffix.hpp>
#include <pgm/core/text/number_text.hpp>

#include <utility>

namespace pgm::apps {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20;

}  // namespace

char separator_for(const std::string& path) {
    return io::without_packing(path).ends_with(".tsv") ? '\t' : ',';
}

std::string csv_field(std::string_view text, char separator) {
    const bool blank_at_an_end = !text.empty() && (text.front() == ' ' || text.back() == ' ');
    if (!text.empty() && !blank_at_an_end &&
        text.find_first_of("\"\r\n") == std::string_view::npos &&
        text.find(separator) == std::string_view::npos)
        return std::string(text);
    std::string field = "\"";
    for (const char c : text) {
        if (c == '"') field += '"';
        field += c;
    }
    return field + '"';
}

CsvWriter::CsvWriter(const BayesianNetwork& network, Sink sink, char between)
    : sink_(std::move(sink)) {
    for (std::size_t i = 0; i < network.size(); ++i) {
        const char separator = i + 1 < network.size() ? between : '\n';
        first_field_.push_back(fields_.size());
        separator_.push_back(separator);
        is_continuous_.push_back(!network.variables()[i].is_discrete());
        for (const std::string& state : network.variables()[i].states())
            fields_.push_back(csv_field(state, between) + separator);
        buffer_ += csv_field(network.variables()[i].name(), between) + separator;
    }
}

void CsvWriter::add(std::span<const StateId> row, std::span<const double> values) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (is_continuous_[i]) {
            buffer_ += to_text(values[i]) + separator_[i];
        } else {
            buffer_ += fields_[first_field_[i] + row[i].index()];
        }
    }
    if (buffer_.size() < piece) return;
    sink_(buffer_);
    buffer_.clear();
}

void CsvWriter::finish() {
    sink_(buffer_);
    buffer_.clear();
}

}  // namespace pgm::apps
