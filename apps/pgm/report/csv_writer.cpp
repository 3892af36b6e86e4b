#include <apps/pgm/report/csv_writer.hpp>

#include <apps/pgm/render/wording.hpp>
#include <io/csv/csv.hpp>
#include <io/file/suffix.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>
#include <utility>

namespace pgm::apps {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20;

}  // namespace

char separator_for(const std::string& path) {
    return io::has_suffix(path, ".tsv") ? '\t' : ',';
}

std::string CsvStyle::number(double value) const {
    return for_people ? number_text(value) : to_text(value);
}

CsvWriter::CsvWriter(const BayesianNetwork& network, Sink sink, char between)
    : sink_(std::move(sink)) {
    for (std::size_t i = 0; i < network.size(); ++i) {
        const char separator = i + 1 < network.size() ? between : '\n';
        first_field_.push_back(fields_.size());
        separator_.push_back(separator);
        is_continuous_.push_back(!network.variables()[i].is_discrete());
        for (const std::string& state : network.variables()[i].states())
            fields_.push_back(io::csv_cell(state) + separator);
        fields_.push_back(std::string(1, separator));
        buffer_ += io::csv_cell(network.variables()[i].name()) + separator;
    }
}

void CsvWriter::add(std::span<const StateId> row, std::span<const double> values) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (is_continuous_[i]) {
            if (!std::isnan(values[i])) buffer_ += to_text(values[i]);
            buffer_ += separator_[i];
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
