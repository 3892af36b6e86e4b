#pragma once

#include <pgm/compile/detail/c_text.hpp>
#include <pgm/compile/image.hpp>

#include <cstdint>
#include <string>

namespace pgm::detail {

/// The functions of C that run an image, the last of which is
///
///     static double NAME(const double *l, double *s, double *p, int exponent);
///
/// `l` has the likelihood of every slot, `s` is `scratch` numbers, any, and the answer is the
/// product of the roots, with what scaling took out. Where it is positive, `p` is given the
/// posteriors of the slots, not normalised. In its place the image of an explanation has `int *x`,
/// which is given the place of every variable's state among its slots.
struct CRun {
    std::string code;
    std::uint32_t scratch = 0;
    bool scales = false;  ///< it calls NAME_scale()
};

/// Straight-line code, with loops for what is large: the quickest. `name` is that of the function.
CRun straight_run(const Image& image, const CStyle& style, const std::string& name);

/// The image as data, and one interpreter of its steps: the smallest.
CRun compact_run(const Image& image, const CStyle& style, const std::string& name);

}  // namespace pgm::detail
