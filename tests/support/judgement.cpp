#include <tests/support/judgement.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <exception>

namespace pgm::tests {

void Complaints::unless_near(const std::string& what, double actual, double expected,
                             double tolerance) {
    if (actual == expected || std::abs(actual - expected) <= tolerance) return;
    add(what + " is " + (std::isnan(actual) ? "NaN" : to_text(actual)) + " instead of " +
        to_text(expected));
}

void Complaints::unless(bool condition, const std::string& what) {
    if (!condition) add(what);
}

double log_tolerance(double expected, double relative) {
    constexpr double floor = 1e-13;
    return std::max(floor, relative * std::abs(expected));
}

void judge(Complaints& complaints, const Posterior& posterior, const ExactAnswer& exact,
           double tolerance) {
    if (posterior.impossible() != exact.impossible())
        return complaints.add(exact.impossible() ? "impossible evidence was not noticed"
                                                 : "possible evidence was called impossible");
    const double expected_log = exact_log(exact.evidence_probability);
    complaints.unless_near("log P(e)", posterior.log_evidence(), expected_log,
                           log_tolerance(expected_log));
    if (exact.impossible()) return;
    for (std::size_t i = 0; i < posterior.size(); ++i) {
        const std::size_t v = posterior.variables()[i].index();
        complaints.unless(posterior[i].size() == exact.joint[v].size(),
                          "X" + std::to_string(v) + " has the wrong number of states");
        for (std::size_t s = 0; s < std::min(posterior[i].size(), exact.joint[v].size()); ++s)
            complaints.unless_near(
                "P(X" + std::to_string(v) + "=s" + std::to_string(s) + ")", posterior[i][s],
                quotient(exact.joint[v][s], exact.evidence_probability), tolerance);
    }
}

std::vector<std::string> sweep(std::uint64_t first_seed, std::size_t count,
                               const std::function<void(std::uint64_t, Complaints&)>& body) {
    std::vector<std::vector<std::string>> found(count);
    parallel_for(count, 0, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint64_t seed = first_seed + i;
            Complaints complaints("seed " + std::to_string(seed) + ": ");
            try {
                body(seed, complaints);
            } catch (const std::exception& error) {
                complaints.add(std::string("threw: ") + error.what());
            }
            found[i] = complaints.list();
        }
    });
    constexpr std::size_t shown = 20;
    std::vector<std::string> all;
    for (const std::vector<std::string>& of_seed : found)
        for (const std::string& complaint : of_seed)
            if (all.size() < shown) all.push_back(complaint);
    return all;
}

}  // namespace pgm::tests
