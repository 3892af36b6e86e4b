#include <learners/estimate/continuous_treatment.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/option_text.hpp>

#include <algorithm>
#include <vector>

namespace pgm::learners {
namespace {

using Kernel = KernelDensityCpd::Kernel;
using Bandwidth = KernelRule::Bandwidth;

const std::vector<std::string> treatment_words = {
    "gaussian", "kde",         "kde:tophat", "kde:h=H", "kde:cv",
    "width:K",  "frequency:K", "kmeans:K",   "mdlp",    "cut:NAME=C,C"};
const std::vector<std::string> gaussian_words = {"unbiased", "smooth=S", "floor=F"};
const std::vector<std::string> kernel_words = {"gaussian", "tophat", "h=H", "cv", "floor=V"};

/// The number behind "name=".
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

VarianceRule variance_rule(std::string_view argument) {
    VarianceRule rule;
    for (const std::string_view piece : split_list(argument, ',')) {
        if (piece == "unbiased") {
            rule.unbiased = true;
        } else if (piece.starts_with("smooth=")) {
            rule.smooth = number_behind(piece, "smooth=", "of 0 or more", "gaussian:smooth=1e-9");
        } else if (piece.starts_with("floor=")) {
            rule.floor = floor_behind(piece, "gaussian:floor=1e-9");
        } else {
            throw_unknown_word("choice for Gaussians", piece, gaussian_words);
        }
    }
    if (!(rule.smooth >= 0))
        throw ArgumentError("smooth needs a number of 0 or more, not " + to_text(rule.smooth));
    return rule;
}

void read_kernel(std::string_view argument, KernelRule& rule, VarianceRule& variance) {
    for (const std::string_view piece : split_list(argument, ',')) {
        if (piece == "tophat") {
            rule.kernel = Kernel::tophat;
        } else if (piece == "gaussian") {
            rule.kernel = Kernel::gaussian;
        } else if (piece == "cv") {
            rule.bandwidth = Bandwidth::cross_validated;
        } else if (piece.starts_with("h=")) {
            rule.bandwidth = Bandwidth::fixed;
            rule.fixed = number_behind(piece, "h=", "above 0", "kde:h=0.5");
            if (!(rule.fixed > 0))
                throw ArgumentError("h needs a number above 0, not " + to_text(rule.fixed));
        } else if (piece.starts_with("floor=")) {
            variance.floor = floor_behind(piece, "kde:floor=0.01");
        } else {
            throw_unknown_word("choice for kernel densities", piece, kernel_words);
        }
    }
}

std::string gaussian_text(const VarianceRule& rule) {
    const VarianceRule plain;
    std::string text;
    if (rule.unbiased) text += ",unbiased";
    if (rule.smooth != plain.smooth) text += ",smooth=" + to_text(rule.smooth);
    if (rule.floor != plain.floor) text += ",floor=" + to_text(rule.floor);
    if (!text.empty()) text[0] = ':';
    return "gaussian" + text;
}

std::string kernel_text(const KernelRule& rule, const VarianceRule& variance) {
    std::string text;
    if (rule.kernel == Kernel::tophat) text += ",tophat";
    if (rule.bandwidth == Bandwidth::fixed) text += ",h=" + to_text(rule.fixed);
    if (rule.bandwidth == Bandwidth::cross_validated) text += ",cv";
    if (variance.floor != VarianceRule().floor) text += ",floor=" + to_text(variance.floor);
    if (!text.empty()) text[0] = ':';
    return "kde" + text;
}

}  // namespace

ContinuousTreatment parse_continuous(std::string_view text) {
    ContinuousTreatment treatment;
    std::string_view density;
    std::string cut_words;
    bool may_go_on =
        false;  // "cut:a=1;b=2": what follows a cut and has no word of its own belongs to it
    for (const std::string_view piece : split_list(text, ';')) {
        const OptionText option = split_option(piece);
        if (option.word == "gaussian" || option.word == "kde") {
            if (!density.empty())
                throw ArgumentError("two densities for continuous columns: '" + printable(density) +
                                    "' and '" + printable(piece) + "'");
            density = piece;
            if (option.word == "gaussian") treatment.variance = variance_rule(option.argument);
            if (option.word == "kde")
                read_kernel(option.argument, treatment.kernel, treatment.variance);
            treatment.density = option.word == "kde" ? ContinuousTreatment::Density::kernel
                                                     : ContinuousTreatment::Density::gaussian;
            may_go_on = false;
            continue;
        }
        const bool cuts = option.word == "cut";
        const bool known = cuts || (may_go_on && piece.find('=') != piece.npos) ||
                           option.word == "width" || option.word == "frequency" ||
                           option.word == "kmeans" || option.word == "mdlp";
        if (!known) throw_unknown_word("treatment of continuous columns", piece, treatment_words);
        may_go_on = cuts || may_go_on;
        if (!cut_words.empty()) cut_words += ';';
        cut_words += piece;
    }
    if (density.empty() && cut_words.empty())
        throw_unknown_word("treatment of continuous columns", text, treatment_words);
    treatment.discretisation = parse_cut_choice(cut_words);
    return treatment;
}

std::string to_words(const ContinuousTreatment& treatment) {
    const bool gaussian = treatment.density == ContinuousTreatment::Density::gaussian;
    const std::string density = gaussian ? gaussian_text(treatment.variance)
                                         : kernel_text(treatment.kernel, treatment.variance);
    if (treatment.discretisation.empty()) return density;
    const std::string cuts = to_words(treatment.discretisation);
    return density == "gaussian" ? cuts : cuts + ";" + density;
}

}  // namespace pgm::learners
