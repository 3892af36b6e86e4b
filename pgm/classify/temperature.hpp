#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// What makes the posteriors of a classifier as sure as its rows show them to be: the posterior p
/// of a row whose most probable class is k becomes
///
///     p_j^(1/T_k) / sum_i p_i^(1/T_k)  for every class j
///
/// (temperature scaling; Guo, Pleiss, Sun and Weinberger 2017, "On calibration of modern neural
/// networks"). T above 1 makes them less sure. There is one T for all classes, or one per class: a
/// classifier may be too sure of one class and not sure enough of another. Every row is raised to
/// one power, so which class is the most probable never changes, and neither does the order of the
/// others. Of several classes that are equally probable, the first decides.
class Temperature {
public:
    /// T = 1, which changes nothing.
    Temperature() = default;
    /// The same for all classes.
    explicit Temperature(double common) : values_{common} {}
    /// One per class. Throws ArgumentError for none.
    explicit Temperature(std::vector<double> by_class);

    /// One number, or one per class.
    std::span<const double> values() const { return values_; }
    bool is_by_class() const { return values_.size() > 1; }
    bool changes_nothing() const;
    double of(std::size_t most_probable) const {
        return is_by_class() ? values_[most_probable] : values_.front();
    }

    /// The formula for the logarithms of one row's posterior, one per class and not all of them
    /// minus infinity. They need not be normalised before, and are afterwards.
    void apply(std::span<double> log_posterior) const;

    friend bool operator==(const Temperature&, const Temperature&) = default;

private:
    std::vector<double> values_{1};
};

}  // namespace pgm
