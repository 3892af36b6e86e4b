#include <pgm/compile/detail/fixed_point.hpp>

#include <pgm/compile/detail/image_walk.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/sampling.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace pgm::detail {
namespace {

constexpr std::uint16_t fixed_one = 1 << 15;

/// Bits that are lost make the last one 1: errors have no direction, and no number becomes 0.
std::uint64_t shifted(std::uint64_t number, int by) {
    return number >> by | static_cast<std::uint64_t>(number >> by << by != number);
}

void store(std::span<const std::uint64_t> sums, std::span<std::uint16_t> cells) {
    const std::uint64_t largest = std::ranges::max(sums) << 15;
    const int shift = std::max(0, static_cast<int>(std::bit_width(largest)) - 16);
    std::ranges::transform(sums, cells.begin(), [&](std::uint64_t sum) {
        return static_cast<std::uint16_t>(shifted(sum << 15, shift));
    });
}

void store(std::span<const double> sums, std::span<double> cells) {
    const double largest = std::ranges::max(sums);
    const int exponent = largest > 0 ? std::ilogb(largest) : 0;
    std::ranges::transform(sums, cells.begin(),
                           [&](double sum) { return std::ldexp(sum, -exponent); });
}

void load(std::span<const double> numbers, std::span<std::uint16_t> cells) {
    std::ranges::copy(fixed_table(numbers).cells, cells.begin());
}

void load(std::span<const double> numbers, std::span<double> cells) {
    std::ranges::copy(numbers, cells.begin());
}

/// Runs an image with cells of one kind, and sums of another.
template <class Cell, class Sum>
class ImageRun {
public:
    ImageRun(const Image& image, double one) : image_(image), one_(static_cast<Cell>(one)) {
        arrays_[0].resize(image.constants.size());
        arrays_[1].resize(image.slots.size());
        arrays_[2].resize(image.scratch_cells);
        arrays_[3].resize(image.slots.size());
    }

    /// The posteriors by slot, not normalised, where the states are these, and -1 any.
    std::span<const Cell> run(std::span<const int> states) {
        for (std::size_t i = 0; i < image_.slots.size(); ++i) {
            const Image::StateSlot& slot = image_.slots[i];
            const int seen = states[slot.variable.index()];
            arrays_[1][i] = seen < 0 || seen == static_cast<int>(slot.state.value) ? one_ : Cell{0};
        }
        for (const Image::Step& step : image_.steps) run(step);
        return arrays_[3];
    }

private:
    /// Constants are as precise as those of their table, so that they are entered where they are
    /// read.
    std::span<const Cell> cells(const Image::Table& table, std::size_t count) {
        const std::span<Cell> cells =
            std::span(arrays_[static_cast<std::size_t>(table.space)]).subspan(table.cell, count);
        if (table.space == Image::Space::constants)
            load(std::span(image_.constants).subspan(table.cell, count), cells);
        return cells;
    }

    void run(const Image::Step& step) {
        const std::span<const Image::StepLoop> loops = loops_of(image_, step);
        sums_.assign(step.cells, Sum{0});
        const auto a = cells(step.a, reach(loops, &Image::StepLoop::a));
        const auto b = cells(step.b, reach(loops, &Image::StepLoop::b));
        for_each_product(loops, [&](std::size_t out, std::size_t at_a, std::size_t at_b) {
            const Sum product = static_cast<Sum>(a[at_a]) * b[at_b];
            sums_[out] = step.maximise ? std::max(sums_[out], product) : sums_[out] + product;
        });
        store(sums_, std::span(arrays_[static_cast<std::size_t>(step.out.space)])
                         .subspan(step.out.cell, step.cells));
    }

    const Image& image_;
    Cell one_;
    std::array<std::vector<Cell>, 4> arrays_;
    std::vector<Sum> sums_;
};

double sum_of(auto numbers) {
    double sum = 0;
    for (const auto number : numbers) sum += number;
    return sum;
}

}  // namespace

FixedTable fixed_table(std::span<const double> numbers) {
    const double largest = std::ranges::max(numbers);
    FixedTable table{std::vector<std::uint16_t>(numbers.size()), 0};
    if (!(largest > 0)) return table;
    table.exponent = std::ilogb(largest) - 15;
    if (std::ldexp(largest, -table.exponent) > 65535) ++table.exponent;
    std::ranges::transform(numbers, table.cells.begin(), [&](double number) {
        const double cell = std::round(std::ldexp(number, -table.exponent));
        return static_cast<std::uint16_t>(number > 0 ? std::max(cell, 1.0) : 0);
    });
    return table;
}

double fixed_point_error(const Image& image, const BayesianNetwork& network, std::size_t rows) {
    ImageRun<std::uint16_t, std::uint64_t> fixed(image, fixed_one);
    ImageRun<double, double> exact(image, 1);
    Rng rng(1);
    double error = 0;
    std::vector<int> states(network.size());
    const auto columns = forward_samples(network, rows, 1);
    for (std::size_t row = 0; row < rows; ++row) {
        const double part = rng.uniform();
        for (std::size_t v = 0; v < states.size(); ++v)
            states[v] = image.has_evidence[v] && rng.uniform() < part
                            ? static_cast<int>(columns[v][row].value)
                            : -1;
        const auto got = fixed.run(states);
        const auto wanted = exact.run(states);
        for (std::size_t v = 0; v < states.size(); ++v) {
            if (!image.has_posterior[v]) continue;
            const std::size_t first = image.first_slot[v], count = image.first_slot[v + 1] - first;
            const double all_got = sum_of(got.subspan(first, count)),
                         all_wanted = sum_of(wanted.subspan(first, count));
            for (std::size_t i = first; i < first + count; ++i) {
                const double share = std::round(0x1p15 * got[i] / all_got) * 0x1p-15;
                error = std::max(error, std::abs(share - wanted[i] / all_wanted));
            }
        }
    }
    return error;
}

}  // namespace pgm::detail
