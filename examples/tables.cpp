#include <examples/tables.hpp>

#include <pgm/core/error.hpp>

#include <io/csv/csv.hpp>
#include <string>

namespace pgm::examples {

namespace {

Dataset read(std::string_view file, std::string_view weights) {
    const std::string_view text = table_text(file);
    if (text.empty())
        throw ArgumentError("there is no table '" + std::string(file) + "' among the examples");
    return io::read_csv(text, {.name = std::string(file), .weights = std::string(weights)});
}

}  // namespace

Dataset table(std::string_view file) {
    return read(file, {});
}

Dataset weighted_table(std::string_view file, std::string_view weights) {
    return read(file, weights);
}

}  // namespace pgm::examples
