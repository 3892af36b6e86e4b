#pragma once

#include <pgm/inference/engine_options.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pgm {

/// The answer that an image computes.
enum class ImageTask : std::uint8_t {
    posteriors,   ///< P(e) and the posterior of every target
    explanation,  ///< a most probable explanation, and its joint probability with the evidence
};

/// Abilities of a program compiled from a network.
struct ImageOptions {
    ImageTask task = ImageTask::posteriors;
    /// The variables whose posteriors are computed; null for all. An explanation has all.
    std::optional<std::vector<VariableId>> targets = std::nullopt;
    /// The variables that may have findings; null for all. What no finding reaches is computed
    /// once, when the image is made.
    std::optional<std::vector<VariableId>> evidence = std::nullopt;
    /// Findings of states that hold for good: whatever contradicts them is left out of the program.
    /// They have part in P(e).
    Evidence known = {};
    /// So many tables are multiplied before the product is scaled. The numbers of the program must
    /// hold the product of twice as many: 12 suits doubles.
    std::uint32_t factors_between_scalings = 12;
    /// Tables can be exchanged in the image: that of every variable is whole, with the states that
    /// have no probability by themselves, and is listed in Image::own_tables.
    bool interventions = false;
    EngineOptions limits = {.max_multiplications = 50'000'000};
};

/// The computation of an answer for any evidence, as a list of steps of constant shape over four
/// flat arrays of numbers. An engine makes plans of the same kind for itself while it is asked; an
/// image is made once, for those who print it as a program in another language (c_source.hpp) or
/// interpret it elsewhere, and is independent of processors.
///
/// Every step is a contraction of two tables into a third,
///
///     out[..] = sum, or maximum, over the loops that `out` is without, of a[..] * b[..],
///
/// whose operands were written before. The first `forward` steps give P(e), which is the product of
/// the roots times 2 to the exponents that they took out; the others give posteriors by one pass
/// back (Darwiche 2003, "A differential approach to inference in Bayesian networks", section 4).
///
/// Evidence is a likelihood for every state that can occur, all of them 1 where nothing is known.
/// States that no evidence can make possible have no number in the image: their posterior is 0.
struct Image {
    /// The array that a table lies in.
    enum class Space : std::uint8_t {
        constants,  ///< Image::constants
        evidence,   ///< the likelihoods: one number per slot
        scratch,    ///< working memory, any contents before the first step
        posterior,  ///< the answers, not normalised: one number per slot
    };

    struct Table {
        Space space;
        std::uint32_t cell;  ///< its first
        friend bool operator==(const Table&, const Table&) = default;
    };

    /// An axis of a step, or several that all three tables traverse alike. Strides in cells; 0
    /// where the table is without the axis.
    struct StepLoop {
        std::uint32_t extent, out, a, b;
    };

    struct Step {
        Table out, a, b;
        std::uint32_t cells;              ///< of `out`, which is contiguous
        std::uint32_t first_loop, loops;  ///< in Image::loops, outermost first
        bool maximise;
        /// The result is to be scaled by a power of two, that its largest number be near 1.
        bool rescale;
    };

    /// A state that can occur.
    struct StateSlot {
        VariableId variable;
        StateId state;
    };

    /// How the states of some variables are found once those of others are: the combination with
    /// the largest a[..] * b[..], the first of several.
    struct StateChoice {
        Table a, b;
        std::uint32_t first_axis, given, chosen;  ///< in Image::axes: first those given
    };

    /// An axis of a choice; its states are those with slots.
    struct ChoiceAxis {
        VariableId variable;
        std::uint32_t extent, a, b;
    };

    /// The conditional distribution of a variable among the constants, which nothing but a product
    /// with the variable's likelihoods reads. With ones in its place the steps give the answers
    /// under do(variable = state), where the finding is that state.
    struct OwnTable {
        VariableId variable;
        std::uint32_t cell, cells;
        std::vector<VariableId> axes;  ///< those with more than one state, outermost first
    };

    ImageTask task = ImageTask::posteriors;
    std::vector<Variable> variables;                ///< those of the network, in its order
    std::vector<StateSlot> slots;                   ///< by variable
    std::vector<std::uint32_t> first_slot;          ///< by variable, and one more: the end
    std::vector<char> has_evidence, has_posterior;  ///< by variable

    std::vector<double> constants;
    std::uint32_t scratch_cells = 0;
    std::vector<StepLoop> loops;
    std::vector<Step> steps;
    std::size_t forward = 0;
    std::vector<Table> roots;          ///< of one cell each
    std::vector<StateChoice> choices;  ///< in order; none where posteriors are computed
    std::vector<ChoiceAxis> axes;
    std::vector<OwnTable> own_tables;  ///< of an image for interventions
};

/// Makes the image of a network of discrete variables. Throws ModelError where a variable has no
/// table, with its name, TooLargeError beyond the limits, with the largest clique, ArgumentError
/// for a finding in `known` that is no state, and ImpossibleEvidenceError for one that cannot be.
Image make_image(const BayesianNetwork& network, const ImageOptions& options = {});

}  // namespace pgm
