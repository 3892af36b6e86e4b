#include <learners/estimate/continuous_model.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace pgm::learners {
namespace {

using Kernel = KernelDensityCpd::Kernel;

const std::vector<std::string> continuous_model_words = {
    "gaussian",     "gaussian:mle", "kde",     "kde:mle",     "kde:tophat", "kde:h=H",
    "kde:cv",       "kde:sj",       "mixture", "mixture:M",   "width:K",    "frequency:K",
    "proportional", "kmeans:K",     "mdlp",    "cut:NAME=C,C"};
const std::vector<std::string> gaussian_words = {"mle", "unbiased", "smooth=S", "floor=F",
                                                 "prior=N"};
const std::vector<std::string> kernel_words = {"gaussian", "tophat", "h=H",     "cv",
                                               "sj",       "mle",    "floor=V", "prior=N"};
const std::vector<std::string> mixture_words = {"M", "mle", "floor=V", "prior=N"};
constexpr double most_components = 20;

/// The number after "name=".
double number_behind(std::string_view piece, std::string_view name, std::string_view range,
                     std::string_view example) {
    return number_of(piece.substr(name.size()), name.substr(0, name.size() - 1), range, example);
}

double floor_behind(std::string_view piece, std::string_view example) {
    const double floor = number_behind(piece, "floor=", "from 0 to 1", example);
    if (!(floor >= 0 && floor <= 1))
        throw ArgumentError("floor needs a number from 0 to 1, not " + to_text(floor));
    return floor;
}

double rows_behind(std::string_view piece, std::string_view example) {
    const double rows = number_behind(piece, "prior=", "of 0 or more", example);
    if (!(rows >= 0 && std::isfinite(rows)))
        throw ArgumentError("prior needs a number of rows, 0 or more, not " + to_text(rows));
    return rows;
}

/// Collects the choices about a variance. A user who names an estimate means that one, without
/// pseudo-counts unless their number is given as well.
class VarianceChoices {
public:
    /// Whether the piece is one of them; `word` is that of the density, for examples.
    bool take(std::string_view piece, const std::string& word) {
        if (piece == "mle") {
            rule_.pseudo_counts = 0;
        } else if (piece.starts_with("floor=")) {
            rule_.floor = floor_behind(piece, word + ":floor=0.01");
        } else if (piece.starts_with("prior=")) {
            rows_ = rows_behind(piece, word + ":prior=2");
            return true;
        } else {
            return false;
        }
        is_named_ = true;
        return true;
    }

    bool take_of_gaussian(std::string_view piece) {
        if (piece == "unbiased") {
            rule_.unbiased = true;
        } else if (piece.starts_with("smooth=")) {
            rule_.smooth = number_behind(piece, "smooth=", "of 0 or more", "gaussian:smooth=1e-9");
            if (!(rule_.smooth >= 0))
                throw ArgumentError("smooth needs a number of 0 or more, not " +
                                    to_text(rule_.smooth));
        } else {
            return take(piece, "gaussian");
        }
        is_named_ = true;
        return true;
    }

    VarianceRule rule() const {
        VarianceRule rule = rule_;
        rule.pseudo_counts = rows_.value_or(is_named_ ? 0 : rule.pseudo_counts);
        return rule;
    }

private:
    VarianceRule rule_;
    std::optional<double> rows_;
    bool is_named_ = false;
};

VarianceRule variance_rule(std::string_view argument) {
    VarianceChoices choices;
    for (const std::string_view piece : split_list(argument, ','))
        if (!choices.take_of_gaussian(piece))
            throw_unknown_word("choice for Gaussians", piece, gaussian_words);
    return choices.rule();
}

KernelRule kernel_rule(std::string_view argument) {
    KernelRule rule;
    VarianceChoices choices;
    for (const std::string_view piece : split_list(argument, ',')) {
        if (piece == "tophat") {
            rule.kernel = Kernel::tophat;
        } else if (piece == "gaussian") {
            rule.kernel = Kernel::gaussian;
        } else if (piece == "cv") {
            rule.bandwidth = CrossValidatedBandwidth{};
        } else if (piece == "sj") {
            rule.bandwidth = SheatherJones{};
        } else if (piece.starts_with("h=")) {
            const double h = number_behind(piece, "h=", "above 0", "kde:h=0.5");
            if (!(h > 0)) throw ArgumentError("h needs a number above 0, not " + to_text(h));
            rule.bandwidth = FixedBandwidth{h};
        } else if (!choices.take(piece, "kde")) {
            throw_unknown_word("choice for kernel densities", piece, kernel_words);
        }
    }
    if (rule.kernel == Kernel::tophat && std::holds_alternative<SheatherJones>(rule.bandwidth))
        throw ArgumentError("sj is the bandwidth of a Gaussian kernel, and tophat is none",
                            "leave out tophat, or choose cv");
    rule.variance = choices.rule();
    return rule;
}

MixtureRule mixture_rule(std::string_view argument) {
    MixtureRule rule;
    VarianceChoices choices;
    for (const std::string_view piece : split_list(argument, ',')) {
        if (const std::optional<double> number = parse_number(piece)) {
            if (!(*number >= 1 && *number <= most_components) || *number != std::floor(*number))
                throw ArgumentError("mixture needs a whole number of components from 1 to " +
                                    to_text(most_components) + ", not " + to_text(*number));
            rule.components = static_cast<std::size_t>(*number);
        } else if (!choices.take(piece, "mixture")) {
            throw_unknown_word("choice for mixtures", piece, mixture_words);
        }
    }
    rule.variance = choices.rule();
    return rule;
}

/// "kde" and its choices after a colon; each of them comes with a comma before it.
std::string with_choices(std::string word, std::string choices) {
    if (!choices.empty()) choices[0] = ':';
    return std::move(word) + choices;
}

/// The choices about a variance, each with a comma before it, none by default.
std::string variance_choices(const VarianceRule& rule) {
    const VarianceRule plain;
    std::string text;
    if (rule.unbiased) text += ",unbiased";
    if (rule.smooth != plain.smooth) text += ",smooth=" + to_text(rule.smooth);
    if (rule.floor != plain.floor) text += ",floor=" + to_text(rule.floor);
    if (text.empty() && rule.pseudo_counts == 0) return ",mle";
    if (rule.pseudo_counts != (text.empty() ? plain.pseudo_counts : 0))
        text += ",prior=" + to_text(rule.pseudo_counts);
    return text;
}

std::string format(const VarianceRule& rule) {
    return with_choices("gaussian", variance_choices(rule));
}

std::string format(const KernelRule& rule) {
    std::string text;
    if (rule.kernel == Kernel::tophat) text += ",tophat";
    text +=
        std::visit(Overloaded{[](const NormalReference&) { return std::string(); },
                              [](const FixedBandwidth& fixed) { return ",h=" + to_text(fixed.h); },
                              [](const CrossValidatedBandwidth&) { return std::string(",cv"); },
                              [](const SheatherJones&) { return std::string(",sj"); }},
                   rule.bandwidth);
    return with_choices("kde", text + variance_choices(rule.variance));
}

std::string format(const MixtureRule& rule) {
    const std::string components =
        rule.components ? "," + std::to_string(*rule.components) : std::string();
    return with_choices("mixture", components + variance_choices(rule.variance));
}

using Density = decltype(ContinuousModel::density);

/// Null where the words are not those of a density.
std::optional<Density> density_of(const OptionText& option) {
    if (option.word == "gaussian") return variance_rule(option.argument);
    if (option.word == "kde") return kernel_rule(option.argument);
    if (option.word == "mixture") return mixture_rule(option.argument);
    return std::nullopt;
}

}  // namespace

ContinuousModel parse_continuous(std::string_view text) {
    ContinuousModel model;
    std::string_view density;
    std::string cut_words;
    bool may_go_on =
        false;  // "cut:a=1;b=2": what follows a cut and has no word of its own belongs to it
    for (const std::string_view piece : split_list(text, ';')) {
        const OptionText option = split_option(piece);
        if (const std::optional<Density> chosen = density_of(option)) {
            if (!density.empty())
                throw ArgumentError("two densities for continuous columns: '" + printable(density) +
                                    "' and '" + printable(piece) + "'");
            density = piece;
            model.density = *chosen;
            may_go_on = false;
            continue;
        }
        const bool cuts = option.word == "cut";
        const bool known =
            cuts || (may_go_on && piece.find('=') != piece.npos) || is_cut_rule(option.word);
        if (!known)
            throw_unknown_word("model of continuous features", piece, continuous_model_words);
        may_go_on = cuts || may_go_on;
        if (!cut_words.empty()) cut_words += ';';
        cut_words += piece;
    }
    if (density.empty() && cut_words.empty())
        throw_unknown_word("model of continuous features", text, continuous_model_words);
    model.discretisation = parse_cut_choice(cut_words);
    return model;
}

std::string format(const ContinuousModel& model) {
    const std::string density =
        std::visit([](const auto& rule) { return format(rule); }, model.density);
    if (model.discretisation.empty()) return density;
    const std::string cuts = format(model.discretisation);
    return density == "gaussian" ? cuts : cuts + ";" + density;
}

}  // namespace pgm::learners
