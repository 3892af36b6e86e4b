#pragma once

#include <io/picture/picture.hpp>
#include <pgm/model/evidence.hpp>

#include <string>

namespace pgm::io::detail {

/// The part of a card that shows the density of the variable `name`. `finding` is that about the
/// variable, or null.
///
/// A point of the curve is as high as the mean density of the fiftieth of the axis around it, the
/// highest one as high as there is room. So no component is too narrow to be seen, an area is a
/// probability wherever components are, and the picture is as large for a thousand of them as for
/// one. Of components that are broader than that, the mean density is the density to the eye. Where
/// there are point masses, their heights and that of the curve's highest point are to each other as
/// their probabilities.
NodeCard::Density density_card(const ContinuousPosterior& posterior, const std::string& name,
                               const Finding* finding);
/// Text alone; numbers that are not finite are left out.
NodeCard::Density density_card(const Picture::Moments& moments, const std::string& name,
                               const Finding* finding);

}  // namespace pgm::io::detail
