#include <io/table/table_blocks.hpp>

#include <utility>

namespace pgm::io {

Rows passes_over(std::function<TableBlocks()> begin, std::vector<Variable> schema,
                 std::uint64_t rows, std::string name) {
    auto pass = [begin = std::move(begin), rows, name = std::move(name)](std::size_t rows_of_part,
                                                                         const Rows::Visit& visit) {
        const TableBlocks blocks = begin();
        std::uint64_t found = 0;
        while (const std::optional<Dataset> block = blocks.next(rows_of_part)) {
            if (block->rows() == 0) continue;
            visit(*block);
            found += block->rows();
        }
        if (found != rows)
            throw IoError("the file has changed while it was read; read a copy of it",
                          {.file = name});
    };
    return Rows(std::move(schema), rows, std::move(pass));
}

}  // namespace pgm::io
