#pragma once

#include <pgm/compile/image.hpp>

#include <string>

namespace pgm::io {

/// Choices of a module.
struct ModuleOptions {
    std::string origin;  ///< what it was made of, for the comment at its top
    /// The variables with posteriors, those that may have findings, and how large it may be.
    ImageOptions image;
};

/// A module of JavaScript and the declarations of its types for TypeScript.
struct ModuleSource {
    std::string module;  ///< NAME.mjs
    std::string types;   ///< NAME.d.mts
};

/// Prints a network of discrete variables as a module of ECMAScript 2020 that imports nothing:
///
///     import {marginals, mpe, variables} from './asia.mjs';
///     marginals({smoke: 'yes', dysp: [0.2, 0.8]}).posteriors.lung.yes
///     mpe({smoke: {do: 'no'}}).states.lung
///
/// A finding is a state, a likelihood of each state, or {do: state}; evidence is an object or a Map
/// by the names of variables. marginals() has the probability of the findings, its logarithm, and
/// the posteriors, mpe() the most probable states of all variables and their joint probability with
/// the findings. Of impossible findings the probability is 0, and there are no posteriors: null. A
/// name that does not exist is a RangeError.
///
/// It differs from c_source() in what it needs, an engine of JavaScript, and in how it works: an
/// interpreter goes through the steps of the image. Throws what make_image() throws.
ModuleSource module_source(const BayesianNetwork& network, const ModuleOptions& options = {});

}  // namespace pgm::io
