#include <sources/ranks/ranks.hpp>

#include <sources/ranks/detail/byte_text.hpp>
#include <sources/ranks/detail/in_share.hpp>

#include <io/format/record/archive.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/sums.hpp>

#include <algorithm>
#include <limits>

namespace pgm::sources {
namespace {

/// The sums as they are sent: the rows without a class in front of the archive.
std::string packed(const CountedRows& counted) {
    std::string bytes;
    detail::append_numbers<std::uint64_t>(bytes, {&counted.rows_without_class, 1});
    return bytes + io::statistics_archive(counted.statistics);
}

CountedRows unpacked(std::string_view bytes, const Limits& limits) {
    CountedRows counted;
    counted.rows_without_class = detail::take_numbers<std::uint64_t>(bytes).at(0);
    counted.statistics =
        io::read_statistics_archive(bytes, {.name = "another rank", .limits = limits});
    return counted;
}

/// The sums of all ranks.
CountedRows reduced(const Ranks& ranks, const CountedRows& counted, Limits limits) {
    if (ranks.size() == 1) return counted;
    limits.max_file_bytes = std::numeric_limits<std::size_t>::max();  // of an archive, no file
    return unpacked(ranks.all_reduce(packed(counted),
                                     [&](const std::string& a, const std::string& b) {
                                         CountedRows sum = unpacked(a, limits);
                                         sum.merge(unpacked(b, limits));
                                         return packed(sum);
                                     }),
                    limits);
}

}  // namespace

Rows count_together(const Ranks& ranks, Rows share, Rows::Pass all_rows) {
    std::vector<Variable> schema = share.schema();
    return Rows::of_counts(
        std::move(schema), std::nullopt,
        [&ranks, share = std::move(share)](const CountRequest& request) {
            return reduced(ranks, detail::in_share([&] { return share.count(request); }),
                           request.limits);
        },
        std::move(all_rows));
}

CountExchange count_exchange(const Ranks& ranks) {
    const auto add = [&ranks](std::span<std::uint64_t> numbers) { ranks.add_up(numbers); };
    const auto join = [&ranks](std::span<const std::uint64_t> numbers) {
        std::string bytes;
        detail::append_numbers<std::uint64_t>(bytes, numbers);
        std::vector<std::uint64_t> all;
        for (const std::string& of_rank : ranks.all_gather(bytes)) {
            std::string_view rest = of_rank;
            const auto more = detail::take_numbers<std::uint64_t>(rest);
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    };
    const auto merge = [&ranks](const Sums& of_shard) {
        return reduced(ranks, {of_shard}, no_limits()).statistics;
    };
    return {.add = add, .join = join, .merge = merge};
}

learners::WorkShare work_share(const Ranks& ranks) {
    return {.share = ranks.rank(), .shares = ranks.size(), .exchange = count_exchange(ranks)};
}

std::vector<double> add_together(const Ranks& ranks, const std::vector<double>& numbers) {
    std::string bytes;
    detail::append_numbers<double>(bytes, numbers);
    std::vector<double> sums(numbers.size());
    for (const std::string& of_rank : ranks.all_gather(bytes)) {
        std::string_view rest = of_rank;
        const std::vector<double> more = detail::take_numbers<double>(rest);
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more.at(i);
    }
    return sums;
}

}  // namespace pgm::sources
