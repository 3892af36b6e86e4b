#include <sources/ranks/ranks.hpp>

#include <sources/ranks/detail/column_union.hpp>
#include <sources/ranks/detail/in_share.hpp>
#include <sources/ranks/detail/share.hpp>

#include <io/table/table_blocks.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace pgm::sources {
namespace {

using detail::Share;
using detail::ShareColumns;

/// The rows of a share in the columns of the whole table.
Rows in_columns_of_all(Rows own, const Share& share, std::vector<Variable> schema,
                       std::uint64_t rows) {
    const bool are_equal = own.schema() == schema;
    const auto pass = [=](std::size_t rows_of_part, const Rows::Visit& use) {
        std::size_t number = 0;
        own.pass(rows_of_part, [&](const Dataset& part) {
            if (number++ % share.parts != share.part) return;
            use(are_equal ? part : part_of_whole(part, schema));
        });
    };
    return Rows(schema, rows, pass);
}

/// The files of the share of one rank, open to be read in parts, if they can be.
class ShareFiles {
public:
    ShareFiles(const io::TableFiles& files, const Share& share) : share_(share) {
        const auto first = files.paths.begin() + static_cast<std::ptrdiff_t>(share.first_file);
        paths_.assign(first, first + static_cast<std::ptrdiff_t>(share.files));
    }

    ShareColumns open(const io::DataOptions& options) {
        remarks_ = {};
        const auto all = [](std::span<const Variable>, std::size_t) { return true; };
        rows_ = io::open_data(paths_, options, all, &remarks_);
        if (rows_->table()) return {.schema = {}, .seen = {}, .is_refused = true};
        return detail::columns_of(rows_->schema(), *rows_->rows(), options, remarks_);
    }

    Rows take() { return *std::move(rows_); }
    const io::DataRemarks& remarks() const { return remarks_; }

private:
    Share share_;
    std::vector<std::string> paths_;
    std::optional<Rows> rows_;
    io::DataRemarks remarks_;
};

std::vector<ShareColumns> exchange(const Ranks& ranks, const ShareColumns& columns) {
    std::vector<ShareColumns> all;
    for (const std::string& bytes : ranks.all_gather(packed(columns)))
        all.push_back(detail::unpacked(bytes));
    return all;
}

void require_same_names(const std::vector<ShareColumns>& shares, const io::TableFiles& files) {
    const auto name = [](const Variable& column) { return column.name(); };
    for (std::size_t rank = 1; rank < shares.size(); ++rank) {
        if (std::ranges::equal(shares[rank].schema, shares.front().schema, {}, name, name))
            continue;
        const Share share = detail::share_of(files.paths.size(), rank, shares.size());
        throw ParseError("the columns are not those of '" + files.paths.front() + "'",
                         {.file = files.paths[share.first_file], .line = 1});
    }
}

std::uint64_t rows_of_all(const std::vector<ShareColumns>& shares, std::size_t files) {
    std::uint64_t rows = 0;
    for (std::size_t rank = 0; rank < shares.size(); ++rank)
        if (detail::share_of(files, rank, shares.size()).part == 0) rows += shares[rank].rows;
    return rows;
}

/// The columns of all shares, read again where the values of others make it necessary.
std::vector<ShareColumns> agreed_columns(const Ranks& ranks, const io::TableFiles& files,
                                         const io::DataOptions& options, ShareFiles& own) {
    using detail::in_share;
    std::vector<ShareColumns> shares = exchange(ranks, in_share([&] { return own.open(options); }));
    if (std::ranges::any_of(shares, &ShareColumns::is_refused)) return {};
    require_same_names(shares, files);
    const std::vector<std::vector<io::ColumnDeclaration>> declared = detail::contradicted(shares);
    if (std::ranges::all_of(declared, [](const auto& columns) { return columns.empty(); }))
        return shares;
    const auto again = [&] {
        const std::vector<io::ColumnDeclaration>& mine = declared[ranks.rank()];
        if (mine.empty()) return shares[ranks.rank()];
        io::DataOptions more = options;
        more.columns.insert(more.columns.end(), mine.begin(), mine.end());
        return own.open(more);
    };
    return exchange(ranks, in_share(again));
}

}  // namespace

Rows open_share(const Ranks& ranks, const io::TableFiles& files, const io::DataOptions& options,
                const io::ColumnCheck& admits, io::DataRemarks* remarks) {
    const Share share = detail::share_of(files.paths.size(), ranks.rank(), ranks.size());
    ShareFiles own(files, share);
    const std::vector<ShareColumns> shares = agreed_columns(ranks, files, options, own);
    if (shares.empty()) return io::read_data(files, options, remarks);
    std::vector<Variable> schema = detail::united(shares);
    const std::uint64_t rows = rows_of_all(shares, files.paths.size());
    if (!admits(schema, rows)) return io::read_data(files, options, remarks);
    if (remarks) *remarks = own.remarks();
    return in_columns_of_all(own.take(), share, std::move(schema), rows);
}

}  // namespace pgm::sources
