#include <io/format/record/detail/training_rows_record.hpp>

#include <pgm/core/numbers.hpp>

#include <string>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr std::size_t bytes_of_code = 4;

std::uint32_t code_at(const std::string& bytes, std::size_t at) {
    std::uint32_t code = 0;
    for (std::size_t i = bytes_of_code; i-- > 0;)
        code = code << 8 | static_cast<unsigned char>(bytes[at + i]);
    return code;
}

}  // namespace

void write_training_rows(FlatWriter& writer, const DistinctRows& rows) {
    writer.number(rows.size());
    std::string bytes;
    for (const DistinctRows::WeightedRow& row : rows.rows()) {
        writer.number(row.weight.whole());
        writer.number(row.weight.fraction());
        for (const std::uint32_t code : row.codes)
            for (std::size_t i = 0; i < bytes_of_code; ++i)
                bytes += static_cast<char>(static_cast<unsigned char>(code >> (8 * i)));
    }
    writer.bytes(bytes);
}

DistinctRows read_training_rows(FlatReader& reader, std::vector<Variable> schema) {
    std::erase_if(schema, [](const Variable& variable) { return !variable.is_discrete(); });
    std::vector<DistinctRows::WeightedRow> rows(reader.count("a training row"));
    for (DistinctRows::WeightedRow& row : rows) {
        const std::uint64_t whole = reader.number();
        row.weight = WeightSum::of_units(WeightSum::Units{whole} << 64 | reader.number());
    }
    const std::string bytes = reader.bytes();
    const std::optional<std::size_t> cells = checked_mul(rows.size(), schema.size());
    if (!cells || checked_mul(*cells, bytes_of_code) != bytes.size())
        reader.fail("the training rows are not complete");
    std::size_t at = 0;
    for (DistinctRows::WeightedRow& row : rows) {
        for (std::size_t c = 0; c < schema.size(); ++c, at += bytes_of_code)
            row.codes.push_back(code_at(bytes, at));
    }
    return DistinctRows::from_rows(std::move(schema), std::move(rows));
}

}  // namespace pgm::io::detail
