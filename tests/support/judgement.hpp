#pragma once

#include <pgm/core/parallel.hpp>
#include <pgm/inference/posterior.hpp>
#include <tests/support/rational_oracle.hpp>

#include <functional>
#include <string>
#include <vector>

namespace pgm::tests {

/// What is wrong with some answers, one sentence each. A list and not assertions, because the test
/// framework counts in one thread only and the sweeps run in all.
class Complaints {
public:
    explicit Complaints(std::string context = {}) : context_(std::move(context)) {}

    void add(const std::string& what) { list_.push_back(context_ + what); }
    /// Unless |actual - expected| <= tolerance; a NaN is a complaint.
    void unless_near(const std::string& what, double actual, double expected, double tolerance);
    void unless(bool condition, const std::string& what);

    const std::vector<std::string>& list() const { return list_; }

private:
    std::string context_;
    std::vector<std::string> list_;
};

/// |actual - expected| that is allowed between two values of log P(e): relative, and an absolute
/// floor near P(e) = 1, where rows whose doubles add up to 1 + 1e-16 make the last digits of
/// log P(e) a matter of taste.
double log_tolerance(double expected, double relative = 1e-12);

/// Status, log P(e) and the marginals of a posterior against the oracle's.
void judge(Complaints& complaints, const Posterior& posterior, const ExactAnswer& exact,
           double tolerance = 1e-12);

/// Runs `body(seed, complaints)` for `count` seeds on all cores and returns the complaints in the
/// order of seeds, at most the first twenty.
std::vector<std::string> sweep(
    std::uint64_t first_seed, std::size_t count,
    const std::function<void(std::uint64_t seed, Complaints& complaints)>& body);

/// What a test compares the complaints with, for a readable message.
inline const std::vector<std::string> no_complaints;

}  // namespace pgm::tests
