#include <io/cost_file.hpp>

#include <io/csv/detail/csv_rows.hpp>
#include <io/file/byte_source.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/number_text.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace pgm::io {

std::map<std::string, double, std::less<>> read_costs(const std::string& path,
                                                      const Limits& limits) {
    ByteSource source(path, limits.max_file_bytes);
    const DataOptions options{.name = source.name(), .limits = limits};
    detail::CsvRows rows(source, options);
    std::map<std::string, double, std::less<>> costs;
    std::vector<std::string> cells;
    bool has_header = false;
    const auto take = [&](std::size_t number, std::string_view text) {
        if (number == 0) cells.clear();
        cells.emplace_back(text);
    };
    const auto end = [&](std::size_t count) {
        if (count != 2)
            rows.fail("a line of costs has " + counted(count, "cell"), "variable and cost: xray,5");
        const std::optional<double> cost = parse_number(cells[1]);
        if (!std::exchange(has_header, true) && !cost) return;
        if (!cost) rows.fail(shown(cells[1]) + " is no cost", "a cost is a number");
        if (!costs.emplace(cells[0], *cost).second) rows.fail(shown(cells[0]) + " has two costs");
    };
    rows.read_rows(take, end);
    return costs;
}

}  // namespace pgm::io
