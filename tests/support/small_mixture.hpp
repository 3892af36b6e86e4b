#pragma once

#include <pgm/classify/classifier.hpp>

namespace pgm::tests {

/// A classifier of A with the states 0 and 1 that averages two networks over A, B and C, of which
/// the second turns the arc of the first around:
///
///     weight 1/4   A -> B, C   P(A=1) = 1/2   P(B=1 | A) = 0, 9/10   P(C=1) = 1/2
///     weight 3/4   B -> A, C   P(B=1) = 1/5   P(A=1 | B) = 3/10, 3/5   P(C=1) = 0
///
/// P(A, B, C) by hand, C=0 and C=1:
///
///     A=0, B=0   0.4825    0.0625         A=1, B=0   0.18625   0.00625
///     A=0, B=1   0.06      0              A=1, B=1   0.14625   0.05625
Classifier small_mixture();

}  // namespace pgm::tests
