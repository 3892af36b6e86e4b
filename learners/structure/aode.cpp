#include <learners/structure/averaged_structures.hpp>

#include <learners/structure/detail/super_parents.hpp>

namespace pgm::learners {

std::vector<ModelStructure> Aode::models(const Columns& columns) const {
    return detail::one_dependence_members(columns, "aode");
}

}  // namespace pgm::learners
