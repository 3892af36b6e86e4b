#include <pgm/inference/detail/mixture/mixture_run.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace pgm::detail {
namespace {

constexpr std::size_t most_factors_at_once = 4;

/// Multiplies the numbers of each row by those of one to four factors. `cells` says where those of
/// a row begin. Width is the number of numbers, or 0 where that is known at run time only.
template <std::size_t Width, std::size_t Factors>
void multiply_rows(const std::array<const double*, most_factors_at_once>& tables,
                   const std::array<const std::uint32_t*, most_factors_at_once>& cells,
                   std::size_t count, std::size_t width_if_unknown, double* products) {
    const std::size_t width = Width == 0 ? width_if_unknown : Width;
    for (std::size_t i = 0; i < count; ++i, products += width) {
        std::array<const double*, Factors> from;
        for (std::size_t f = 0; f < Factors; ++f) from[f] = tables[f] + cells[f][i];
        for (std::size_t k = 0; k < width; ++k) {
            double product = from[0][k];
            for (std::size_t f = 1; f < Factors; ++f) product *= from[f][k];
            products[k] *= product;
        }
    }
}

template <std::size_t Width, class... Arguments>
void multiply_rows_by(std::size_t factors, const Arguments&... arguments) {
    if (factors == 4) return multiply_rows<Width, 4>(arguments...);
    if (factors == 3) return multiply_rows<Width, 3>(arguments...);
    if (factors == 2) return multiply_rows<Width, 2>(arguments...);
    multiply_rows<Width, 1>(arguments...);
}

}  // namespace

MixtureRun::MixtureRun(const MixtureProgram& program)
    : program_(program),
      most_rows_(rows_of_block(program)),
      codes_(program.variables * most_rows_),
      cells_(most_factors_at_once, std::vector<std::uint32_t>(most_rows_)),
      admitted_(most_rows_),
      product_(most_rows_ * program.width),
      sum_(product_.size()),
      weight_(most_rows_) {}

std::size_t MixtureRun::rows_of_block(const MixtureProgram& program) {
    constexpr std::size_t cells_of_near_cache = std::size_t{1} << 17, few = 128, many = 1024,
                          numbers_of_block = 2048;
    std::size_t cells = 0;
    for (const ClassFactor& factor : program.factors) cells += factor.cells.size();
    if (cells <= cells_of_near_cache) return few;
    return std::clamp(numbers_of_block / program.width, few, many);
}

void MixtureRun::write(std::span<const std::uint32_t> rows, BatchPosterior& result) {
    count_ = rows.size();
    add_members(true);
    const auto all = std::span(weight_).first(count_);
    const bool some_have_none = std::ranges::any_of(all, [](double weight) { return weight == 0; });
    for (std::size_t i = 0; i < count_; ++i)
        if (weight_[i] > 0) write_row(i, rows[i], result);
    if (!some_have_none) return;
    const std::vector<double> before = weight_;
    add_members(false);
    for (std::size_t i = 0; i < count_; ++i)
        if (before[i] == 0) write_row(i, rows[i], result);
}

void MixtureRun::add_members(bool ask_super_parents) {
    std::ranges::fill(sum_, 0.0);
    std::ranges::fill(weight_, 0.0);
    for (const MemberProgram& member : program_.members) {
        find_admitted(member, ask_super_parents);
        multiply(member);
        add(member);
    }
}

void MixtureRun::find_cells(const CodeAddress& address, std::span<std::uint32_t> cells) const {
    const std::size_t features = address.features.size();
    const auto codes = [&](std::size_t f) {
        return f < features ? codes_.data() + address.features[f] * most_rows_ : codes_.data();
    };
    const auto stride = [&](std::size_t f) { return f < features ? address.strides[f] : 0; };
    // A table has rarely more than three axes besides the class.
    const std::uint32_t *const a = codes(0), *const b = codes(1), *const c = codes(2);
    const std::uint32_t of_a = stride(0), of_b = stride(1), of_c = stride(2);
    if (features <= 2) {
        for (std::size_t i = 0; i < count_; ++i) cells[i] = a[i] * of_a + b[i] * of_b;
        return;
    }
    for (std::size_t i = 0; i < count_; ++i) cells[i] = a[i] * of_a + b[i] * of_b + c[i] * of_c;
    for (std::size_t f = 3; f < features; ++f) {
        const std::uint32_t* const code = codes(f);
        for (std::size_t i = 0; i < count_; ++i) cells[i] += code[i] * address.strides[f];
    }
}

void MixtureRun::find_admitted(const MemberProgram& member, bool ask_super_parents) {
    std::fill_n(admitted_.begin(), count_, 1);
    if (!ask_super_parents || member.admits.empty()) return;
    find_cells(member.combination, cells_.front());
    for (std::size_t i = 0; i < count_; ++i) admitted_[i] = member.admits[cells_.front()[i]];
}

void MixtureRun::multiply(const MemberProgram& member) {
    std::fill_n(product_.begin(), count_ * program_.width, 1.0);
    std::array<const double*, most_factors_at_once> tables{};
    std::array<const std::uint32_t*, most_factors_at_once> cells{};
    for (std::size_t next = member.first_factor, factors = 0; next < member.last_factor;
         next += factors) {
        factors = std::min(most_factors_at_once, member.last_factor - next);
        for (std::size_t f = 0; f < factors; ++f) {
            find_cells(program_.factors[next + f].address, cells_[f]);
            tables[f] = program_.factors[next + f].cells.data();
            cells[f] = cells_[f].data();
        }
        if (program_.width == 2)
            multiply_rows_by<2>(factors, tables, cells, count_, program_.width, product_.data());
        else if (program_.width == 4)
            multiply_rows_by<4>(factors, tables, cells, count_, program_.width, product_.data());
        else
            multiply_rows_by<0>(factors, tables, cells, count_, program_.width, product_.data());
    }
}

/// Adds what the member says of the rows that it takes part in.
void MixtureRun::add(const MemberProgram& member) {
    const std::size_t width = program_.width;
    for (std::size_t i = 0; i < count_; ++i) {
        if (!admitted_[i]) continue;
        weight_[i] += member.weight;
        double* const sums = sum_.data() + i * width;
        const double* const products = product_.data() + i * width;
        for (std::size_t k = 0; k < width; ++k) sums[k] += member.weight * products[k];
    }
}

void MixtureRun::write_row(std::size_t i, std::size_t row, BatchPosterior& result) const {
    const std::size_t classes = program_.classes;
    const double* const sums = sum_.data() + i * program_.width;
    double* const probabilities = result.probabilities.data() + row * classes;
    double* const log_probabilities = result.log_probabilities.data() + row * classes;
    const double sum = std::accumulate(sums, sums + classes, 0.0);
    if (!(sum > 0)) {
        std::fill_n(probabilities, classes, 0.0);
        std::fill_n(log_probabilities, classes, -infinity);
        result.log_evidence[row] = -infinity;
        return;
    }
    const double log_of_sum = std::log(sum);
    for (std::size_t k = 0; k < classes; ++k) {
        probabilities[k] = sums[k] / sum;
        log_probabilities[k] = sums[k] > 0 ? std::log(sums[k]) - log_of_sum : -infinity;
    }
    result.log_evidence[row] = log_of_sum - std::log(weight_[i]);
}

}  // namespace pgm::detail
