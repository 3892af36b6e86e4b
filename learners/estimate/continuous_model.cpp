#include <learners/estimate/continuous_model.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <limits>
#include <optional>
#include <vector>

namespace pgm::learners {
namespace {

using Kernel = KernelDensityCpd::Kernel;

constexpr double largest_double = std::numeric_limits<double>::max(),
                 smallest_double = std::numeric_limits<double>::denorm_min();
constexpr NumberRange variance_floors = {0, 1, "a number from 0 to 1", "kde:floor=0.01"};
constexpr NumberRange smooth_parts = {0, largest_double, "a number of 0 or more",
                                      "gaussian:smooth=1e-9"};
constexpr NumberRange pseudo_count_range = {0, largest_double, "a number of rows, 0 or more",
                                            "kde:prior=2"};
constexpr NumberRange bandwidths = {smallest_double, largest_double, "a number above 0",
                                    "kde:h=0.5"};
constexpr NumberRange component_range = {1, 20, "a whole number of components from 1 to 20",
                                         "mixture:3"};

std::optional<double> unless_default(double number, double by_default) {
    return number == by_default ? std::nullopt : std::optional(number);
}

/// The pseudo-counts where they are written: a user who names an estimate of the variance means
/// that one, without pseudo-counts unless their number is given as well.
std::optional<double> written_pseudo_counts(const VarianceRule& rule) {
    const bool is_named = rule != VarianceRule{.pseudo_counts = rule.pseudo_counts};
    return rule.pseudo_counts == 0 || (!is_named && rule == VarianceRule{})
               ? std::nullopt
               : std::optional(rule.pseudo_counts);
}

WordTable<VarianceRule> variance_words() {
    return WordTable<VarianceRule>("choice for variances", '=')
        .flag(
            "mle", [](VarianceRule& rule) { rule.pseudo_counts = 0; },
            [](const VarianceRule& rule) { return rule == maximum_likelihood_variance; },
            "without pseudo-counts")
        .amount(
            "floor=F", variance_floors,
            [](VarianceRule& rule, double number) {
                rule.floor = number;
                rule.pseudo_counts = 0;
            },
            [](const VarianceRule& rule) {
                return unless_default(rule.floor, VarianceRule{}.floor);
            },
            "at least this part of the variance of the column")
        .amount(
            "prior=N", pseudo_count_range,
            [](VarianceRule& rule, double number) { rule.pseudo_counts = number; },
            written_pseudo_counts, "so many pseudo-counts");
}

const WordTable<VarianceRule>& gaussian_words() {
    static const auto words =
        WordTable<VarianceRule>("choice for Gaussians", '=')
            .flag(
                "unbiased",
                [](VarianceRule& rule) {
                    rule.unbiased = true;
                    rule.pseudo_counts = 0;
                },
                [](const VarianceRule& rule) { return rule.unbiased; }, "the unbiased estimate")
            .amount(
                "smooth=S", smooth_parts,
                [](VarianceRule& rule, double number) {
                    rule.smooth = number;
                    rule.pseudo_counts = 0;
                },
                [](const VarianceRule& rule) { return unless_default(rule.smooth, 0); },
                "and this part of the largest_double variance")
            .choices(variance_words());
    return words;
}

template <class Bandwidth>
bool has_bandwidth(const KernelRule& rule) {
    return std::holds_alternative<Bandwidth>(rule.bandwidth);
}

const WordTable<KernelRule>& kernel_words() {
    static const auto words =
        WordTable<KernelRule>("choice for kernel densities", '=')
            .flag(
                "tophat", [](KernelRule& rule) { rule.kernel = Kernel::tophat; },
                [](const KernelRule& rule) { return rule.kernel == Kernel::tophat; },
                "rectangular kernels")
            .flag(
                "gaussian", [](KernelRule& rule) { rule.kernel = Kernel::gaussian; },
                [](const KernelRule&) { return false; }, "Gaussian kernels")
            .amount(
                "h=H", bandwidths,
                [](KernelRule& rule, double number) { rule.bandwidth = FixedBandwidth{number}; },
                [](const KernelRule& rule) {
                    const auto* const fixed = std::get_if<FixedBandwidth>(&rule.bandwidth);
                    return fixed ? std::optional(fixed->h) : std::nullopt;
                },
                "this bandwidth")
            .flag(
                "cv", [](KernelRule& rule) { rule.bandwidth = CrossValidatedBandwidth{}; },
                has_bandwidth<CrossValidatedBandwidth>, "the bandwidth by cross-validation")
            .flag(
                "sj", [](KernelRule& rule) { rule.bandwidth = SheatherJones{}; },
                has_bandwidth<SheatherJones>, "the bandwidth of Sheather and Jones")
            .choices(&KernelRule::variance, variance_words());
    return words;
}

const WordTable<MixtureRule>& mixture_words() {
    static const auto words = WordTable<MixtureRule>("choice for mixtures", '=')
                                  .choices(&MixtureRule::variance, variance_words())
                                  .example("M", "so many components");
    return words;
}

KernelRule parse_kernels(std::string_view text) {
    const KernelRule rule = kernel_words().parse_list(text, ',');
    if (rule.kernel == Kernel::tophat && has_bandwidth<SheatherJones>(rule))
        throw ArgumentError("sj is the bandwidth of a Gaussian kernel, and tophat is none",
                            "leave out tophat, or choose cv");
    return rule;
}

MixtureRule parse_mixture(std::string_view text) {
    MixtureRule rule;
    std::string others;
    for (const std::string_view piece : split_list(text, ',')) {
        if (parse_number(piece))
            rule.components =
                static_cast<std::size_t>(parse_argument("mixture", piece, component_range, true));
        else
            others.append(others.empty() ? "" : ",").append(piece);
    }
    return mixture_words().parse_list(others, ',', rule);
}

std::string format_mixture(const MixtureRule& rule) {
    const std::string others = mixture_words().format_list(rule, ',');
    if (!rule.components) return others;
    return std::to_string(*rule.components) + (others.empty() ? "" : "," + others);
}

using Density = decltype(ContinuousModel::density);

const WordTable<Density>& density_words() {
    static const auto words =
        WordTable<Density>("density")
            .argument<VarianceRule>(
                "gaussian",
                [](std::string_view text) { return gaussian_words().parse_list(text, ','); },
                [](const VarianceRule& rule) { return gaussian_words().format_list(rule, ','); },
                "normal distributions; gaussian:mle without pseudo-counts of variance")
            .argument<KernelRule>(
                "kde", parse_kernels,
                [](const KernelRule& rule) { return kernel_words().format_list(rule, ','); },
                "kernel densities; kde:mle, kde:tophat, kde:h=0.5, kde:cv, kde:sj")
            .argument<MixtureRule>("mixture", parse_mixture, format_mixture,
                                   "mixtures of Gaussians; mixture:3 of three");
    return words;
}

[[noreturn]] void throw_unknown_model(std::string_view text) {
    std::vector<std::string> known;
    for (WordHelp& word : continuous_words()) known.push_back(std::move(word.spelling));
    throw_unknown_word("model of continuous features", text, known);
}

}  // namespace

std::vector<WordHelp> continuous_words() {
    std::vector<WordHelp> words = cut_rule_words().help();
    words.push_back({"'cut:age=30,40;x=5'", "these cut points"});
    for (WordHelp& word : density_words().help()) words.push_back(std::move(word));
    return words;
}

ContinuousModel parse_continuous(std::string_view text) {
    ContinuousModel model;
    std::string_view density;
    std::string cut_words;
    bool may_go_on =
        false;  // "cut:a=1;b=2": what follows a cut and has no word of its own belongs to it
    for (const std::string_view piece : split_list(text, ';')) {
        const std::string_view word = split_option(piece).word;
        if (density_words().has(word)) {
            if (!density.empty())
                throw ArgumentError("two densities for continuous columns: '" + printable(density) +
                                    "' and '" + printable(piece) + "'");
            density = piece;
            model.density = density_words().parse(piece);
            may_go_on = false;
            continue;
        }
        const bool cuts = word == "cut";
        if (!cuts && !(may_go_on && piece.find('=') != piece.npos) && !cut_rule_words().has(word))
            throw_unknown_model(piece);
        may_go_on = cuts || may_go_on;
        if (!cut_words.empty()) cut_words += ';';
        cut_words += piece;
    }
    if (density.empty() && cut_words.empty()) throw_unknown_model(text);
    model.discretisation = parse_cut_choice(cut_words);
    return model;
}

std::string format(const ContinuousModel& model) {
    const std::string density = density_words().format(model.density);
    if (model.discretisation.empty()) return density;
    const std::string cuts = format(model.discretisation);
    return density == "gaussian" ? cuts : cuts + ";" + density;
}

const WordTable<Noise::Kind>& continuous_parents_words() {
    static const auto words =
        WordTable<Noise::Kind>("regression of states")
            .word("logistic", Noise::Kind::logistic,
                  "logistic regression; of more states, in their order, proportional odds")
            .word("probit", Noise::Kind::normal, "the same with normal noise");
    return words;
}

Noise::Kind parse_continuous_parents(std::string_view text) {
    return continuous_parents_words().parse(text);
}

}  // namespace pgm::learners
