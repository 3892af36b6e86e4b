#include <pgm/inference/detail/lanes/block_cut.hpp>

#include <tests/support/catch.hpp>

#include <array>
#include <set>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// Which cells a contraction multiplies for which cell of the output.
using Products = std::multiset<std::array<std::uint32_t, 3>>;

Products products_of(const std::vector<Loop>& loops) {
    Products products{{0, 0, 0}};
    for (const Loop& loop : loops) {
        Products more;
        for (const auto& [out, a, b] : products) {
            for (std::uint32_t i = 0; i < loop.extent; ++i)
                more.insert({out + i * loop.out, a + i * loop.a, b + i * loop.b});
        }
        products.swap(more);
    }
    return products;
}

Products products_of(const BlockParts& parts, const BlockContraction& c) {
    Products products;
    for (std::uint32_t i = 0; i < c.groups * BlockGroup::most_cells + c.rest; ++i) {
        const BlockGroup& group = parts.groups[c.first_group + i / BlockGroup::most_cells];
        const std::uint32_t u = i % BlockGroup::most_cells;
        for (std::uint32_t t = c.first_term; t < c.first_term + c.terms; ++t)
            products.insert(
                {group.out[u], group.a[u] + parts.terms[t].a, group.b[u] + parts.terms[t].b});
    }
    return products;
}

void check_cut(const std::vector<Loop>& loops, BlockParts& parts) {
    Contraction c{};
    c.loops = static_cast<std::uint16_t>(loops.size());
    const std::uint32_t number = cut_for_block(c, loops.data(), parts);
    CHECK(products_of(parts, parts.contractions[number]) == products_of(loops));
}

}  // namespace

TEST_CASE("Block cut: groups and terms multiply the cells that the loops go through, each once",
          "[block_cut]") {
    BlockParts parts;
    check_cut({{2, 8, 8, 0}, {2, 0, 4, 2}, {4, 2, 0, 4}, {2, 1, 1, 1}},
              parts);                                               // sixteen cells of two terms
    check_cut({{3, 0, 5, 1}, {5, 1, 1, 0}, {7, 0, 15, 3}}, parts);  // five of 21
    check_cut({{6, 0, 1, 1}}, parts);                               // a number
    check_cut({{7, 1, 0, 1}}, parts);                               // no sum
    check_cut({{3, 2, 2, 2}, {2, 1, 1, 0}}, parts);
    CHECK(parts.contractions.size() == 5);
}
