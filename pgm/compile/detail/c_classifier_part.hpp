#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/compile/c_source.hpp>
#include <pgm/compile/detail/c_density.hpp>
#include <pgm/compile/detail/c_text.hpp>

#include <string>

namespace pgm::detail {

/// Functions of C that ask networks for the posterior of their class, as
///
///     static int NAME(const double *feature, double *posterior);
///
/// which answers 0 and has no posterior where the features are impossible.
class CClassifierParts {
public:
    explicit CClassifierParts(const CSourceOptions& options)
        : options_(options), style_{options.name, options.single_precision} {}

    /// The function of that name, and what only it calls.
    std::string print(const Classifier& classifier, const std::string& name);
    /// Functions that all printed ones call, to stand before them.
    std::string needs() const;

    const CStyle& style() const { return style_; }

private:
    std::string print(const NetworkClassifier& classifier, const std::string& name);
    std::string print_pool(const Ensemble& ensemble, const std::string& name);

    const CSourceOptions& options_;
    CStyle style_;
    DensityNeeds densities_;
    bool scales_ = false, enters_ = false, admits_ = false, averages_ = false;
};

}  // namespace pgm::detail
