#include <io/format/detail/linear_form.hpp>

#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

using Form = std::optional<NamedLinearForm>;

void add(NamedLinearForm& sum, const NamedLinearForm& term) {
    sum.constant += term.constant;
    for (const auto& [name, slope] : term.slopes) sum.slopes[name] += slope;
    sum.variance += term.variance;
}

NamedLinearForm scaled(NamedLinearForm form, double factor) {
    form.constant *= factor;
    for (auto& [name, slope] : form.slopes) slope *= factor;
    form.variance *= factor * factor;
    return form;
}

/// Recursive descent; what is null anywhere makes the whole null.
class LinearFormReader {
public:
    explicit LinearFormReader(std::string_view text) : rest_(text) {}

    Form read() {
        Form form = sum();
        skip_blanks();
        return rest_.empty() ? form : std::nullopt;
    }

private:
    static constexpr std::string_view blanks = " \t\r\n", marks = "+-*/(),=^<>!&|?:% \t\r\n";
    static constexpr int deepest = 100;

    void skip_blanks() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    }

    bool take(char mark) {
        skip_blanks();
        if (!rest_.starts_with(mark)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    Form sum() {
        Form all = product();
        while (all) {
            const bool is_minus = take('-');
            if (!is_minus && !take('+')) break;
            const Form term = product();
            if (!term) return std::nullopt;
            add(*all, is_minus ? scaled(*term, -1) : *term);
        }
        return all;
    }

    Form product() {
        Form all = factor();
        while (all) {
            const bool is_quotient = take('/');
            if (!is_quotient && !take('*')) break;
            const Form next = factor();
            if (!next || (is_quotient && next->constant == 0)) return std::nullopt;
            if (next->is_constant())
                all = scaled(*all, is_quotient ? 1 / next->constant : next->constant);
            else if (all->is_constant() && !is_quotient)
                all = scaled(*next, all->constant);
            else
                return std::nullopt;
        }
        return all;
    }

    Form factor() {
        double sign = 1;
        for (bool has_sign = true; has_sign;) {
            const bool is_minus = take('-');
            has_sign = is_minus || take('+');
            if (is_minus) sign = -sign;
        }
        const Form found = primary();
        return found ? Form(scaled(*found, sign)) : found;
    }

    Form primary() {
        if (take('(')) return in_parentheses();
        const char* const begin = rest_.data();
        const ScannedDecimal number = scan_decimal(begin, begin + rest_.size());
        if (number.end) {
            rest_.remove_prefix(static_cast<std::size_t>(number.end - begin));
            return NamedLinearForm{.constant = number.value, .slopes = {}};
        }
        const std::string_view name = rest_.substr(0, rest_.find_first_of(marks));
        if (name.empty()) return std::nullopt;
        rest_.remove_prefix(name.size());
        if (!take('(')) return NamedLinearForm{.slopes = {{std::string(name), 1}}};
        return equals_ignoring_case(name, "normal") ? normal() : std::nullopt;
    }

    Form in_parentheses() {
        if (++depth_ > deepest) return std::nullopt;
        Form inside = sum();
        --depth_;
        return take(')') ? inside : std::nullopt;
    }

    /// Behind "Normal(".
    Form normal() {
        if (++depth_ > deepest) return std::nullopt;
        Form mean = sum();
        if (!mean || !take(',')) return std::nullopt;
        const Form sd = sum();
        --depth_;
        if (!sd || !sd->is_constant() || !(sd->constant >= 0) || !take(')')) return std::nullopt;
        mean->variance += sd->constant * sd->constant;
        return mean;
    }

    std::string_view rest_;
    int depth_ = 0;
};

}  // namespace

std::optional<NamedLinearForm> parse_linear_form(std::string_view text) {
    return LinearFormReader(text).read();
}

void set_mean(WrittenGaussian::Row& row, const NamedLinearForm& form) {
    row.intercept = form.constant;
    for (const auto& [name, slope] : form.slopes)
        row.slopes.emplace_back(WrittenName{name, row.offset}, slope);
}

}  // namespace pgm::io::detail
