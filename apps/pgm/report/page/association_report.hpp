#pragma once

#include <apps/pgm/render/report.hpp>
#include <io/plot/plot.hpp>
#include <learners/independence/associations.hpp>
#include <pgm/data/dataset.hpp>

#include <span>
#include <vector>

namespace pgm::apps {

/// {"columns":["a","b"],"test":"g2","statistic":..,"df":1,"p":..,"q":..,"strength":..,"rows":10},
/// with null for the numbers of a pair that cannot be tested.
Report association_report(const Dataset& data, const learners::Association& pair);

/// The pairs that are most surely related first, of these the stronger ones; untested ones last.
std::vector<const learners::Association*> surest_first(
    std::span<const learners::Association> pairs);

/// The strengths of all pairs of the columns that occur in them, or with one column of all others.
io::StrengthMatrix strength_matrix(const Dataset& data, const learners::AssociationOptions& options,
                                   std::span<const learners::Association> pairs);

}  // namespace pgm::apps
