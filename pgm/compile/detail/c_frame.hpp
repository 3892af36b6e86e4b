#pragma once

#include <string_view>

namespace pgm::detail::c_frame {

// The text of every program around its numbers; a word behind @ stands for what CPrinter
// (c_source.cpp) puts in its place.

inline constexpr std::string_view header = R"(
enum { @NAME_VARIABLES = @VARIABLES, @NAME_STATES = @STATES, @NAME_SCRATCH = @SCRATCH@ERROR };

/* Where the states of each variable begin among those of all, and the end. */
extern const int @NAME_first[@NAME_VARIABLES + 1];@NAMES_DECLARATION@CONSTANTS
/* The probability of the findings, and of every state given these. state[v] is the number of a
   state of variable v, counted from 0, or -1 where it is not known. Of impossible findings the
   answer is 0, and posterior stays as it is; -1 says that there is no such state.@FIXED_COMMENT */
@ANSWER @NAME_marginals(const int state[@NAME_VARIABLES], @REAL posterior[@NAME_STATES],
    @REAL scratch[@NAME_SCRATCH]@EXPONENT);

/* The same from a likelihood for every state, @ONE where nothing is known. -1 says that one is
   @BAD_LIKELIHOOD. */
@ANSWER @NAME_marginals_soft(const @REAL likelihood[@NAME_STATES], @REAL posterior[@NAME_STATES],
    @REAL scratch[@NAME_SCRATCH]@EXPONENT);
@EXPLAIN_DECLARATION)";

inline constexpr std::string_view explain_declared = R"(
/* The most probable states of all variables, and their joint probability with the findings. */
@ANSWER @NAME_mpe(const int state[@NAME_VARIABLES], int best[@NAME_VARIABLES],
    @REAL scratch[@NAME_SCRATCH]@EXPONENT);
)";

inline constexpr std::string_view source = R"(/* @COMMENT. */
#include "@HEADER"

@INCLUDE@TABLES@SCALE_FUNCTION@RUNS/* Numbers of each variable divided by their sum. */
static void @NAME_normalise(const @REAL *p, @REAL *posterior) {
@NORMALISE}

static int @NAME_enter(const int state[], @REAL *l) {
    for (int i = 0; i < @SLOTS; ++i) l[i] = @ONE;
    for (int v = 0; v < @NAME_VARIABLES; ++v) {
        if (state[v] < 0) continue;
        if (state[v] >= @NAME_first[v + 1] - @NAME_first[v]@NO_EVIDENCE) return 0;
        for (int i = @SLOT_OF[v]; i < @SLOT_OF[v + 1]; ++i)
            l[i] = @STATE_OF == @NAME_first[v] + state[v] ? @ONE : 0;
    }
    return 1;
}

@ENTER_SOFT@ANSWER @NAME_marginals(const int state[@NAME_VARIABLES], @REAL posterior[@NAME_STATES],
    @REAL scratch[@NAME_SCRATCH]@EXPONENT) {
    @REAL *const p = @POSTERIORS;
    @ANSWER probability;
    if (!@NAME_enter(state, scratch)) return -1;
    probability = @NAME_run(scratch, scratch + @RUN_BEGIN, p, @POWER);
    if (probability > 0) @NAME_normalise(p, posterior);
    return probability;
}

@ANSWER @NAME_marginals_soft(const @REAL likelihood[@NAME_STATES], @REAL posterior[@NAME_STATES],
    @REAL scratch[@NAME_SCRATCH]@EXPONENT) {
    @REAL *const p = @POSTERIORS;
    @ANSWER probability;
@SOFT_EXPONENT    if (!@NAME_enter_soft(likelihood, scratch@TAKEN)) return -1;
    probability = @NAME_run(scratch, scratch + @RUN_BEGIN, p, exponent);
    if (probability > 0) @NAME_normalise(p, posterior);
    return probability;
}
)";

inline constexpr std::string_view explanation = R"(
@ANSWER @NAME_mpe(const int state[@NAME_VARIABLES], int best[@NAME_VARIABLES],
    @REAL scratch[@NAME_SCRATCH]@EXPONENT) {
    @ANSWER probability;
    if (!@NAME_enter(state, scratch)) return -1;
    probability = @NAME_explain(scratch, scratch + @RUN_BEGIN, best, @POWER);
@BEST_STATES    return probability;
}
)";

inline constexpr std::string_view fixed_comment = R"(

   Numbers are fractions of 32768, and P(e) is the answer times 2 to *exponent. Every table of the
   computation is numbers of 16 bits, scaled for the largest to be 32768 or more, so that each step
   errs by less than 1/32768 of the largest number of its table. Findings that are nearly excluded
   by each other leave small numbers alone, which are known less well: there is no bound for all
   findings. For those of @ROWS random rows of the network, of which any part was seen, no posterior
   erred by more than @NAME_ERROR / 32768. What is possible is never answered by 0.)";

inline constexpr std::string_view add_cell =
    R"(/* Halves a number so many times; bits that are lost make the last one 1. */
static unsigned long long @NAME_halved(unsigned long long number, int times) {
    return number >> times | (number >> times << times != number);
}

/* One more cell of a table, of which all are halved until it has room. Returns how many times, with
   those before. */
static int @NAME_add_cell(unsigned short *cells, int count, unsigned long long sum, int shift) {
    int more = 0;
    sum = @NAME_halved(sum << 15, shift);
    while (sum >> more > 65535) ++more;
    for (int i = 0; more > 0 && i < count; ++i)
        cells[i] = (unsigned short)@NAME_halved(cells[i], more);
    cells[count] = (unsigned short)@NAME_halved(sum, more);
    return shift + more;
}

)";

inline constexpr std::string_view fixed_enter_soft =
    R"(static int @NAME_enter_soft(const unsigned short likelihood[], unsigned short *l) {
    for (int v = 0; v < @NAME_VARIABLES; ++v) {
@NO_LIKELIHOOD        for (int i = @SLOT_OF[v]; i < @SLOT_OF[v + 1]; ++i)
            l[i] = likelihood[@STATE_OF];
    }
    return 1;
}

)";

inline constexpr std::string_view no_fixed_likelihood =
    R"(        for (int i = @NAME_first[v]; i < @NAME_first[v + 1]; ++i)
            if (!@NAME_evidence[v] && likelihood[i] != @ONE) return 0;
)";

inline constexpr std::string_view names_declared = R"(

/* The names of the variables and of their states. */
extern const char *const @NAME_variable[@NAME_VARIABLES];
extern const char *const @NAME_state[@NAME_STATES];
)";

inline constexpr std::string_view scale =
    R"(/* Scales a table by a power of two, for its largest number to be near 1. */
static int @NAME_scale(@REAL *cells, int count) {
    @REAL largest = 0;
    int exponent;
    for (int i = 0; i < count; ++i)
        if (cells[i] > largest) largest = cells[i];
    if (!(largest > 0) || (largest > @LOW && largest < @HIGH)) return 0;
    (void)@FREXP(largest, &exponent);
    for (int i = 0; i < count; ++i) cells[i] = @LDEXP(cells[i], -exponent);
    return exponent;
}

)";

inline constexpr std::string_view normalise_by_loops =
    R"(    @SUM sum@SCALE_VARIABLE;
    for (int v = 0; v < @NAME_VARIABLES; ++v) {
        int i;
@NO_POSTERIOR        sum = 0;
        for (i = @SLOT_OF[v]; i < @SLOT_OF[v + 1]; ++i) sum += p[i];
@RECIPROCAL@CLEAR        for (i = @SLOT_OF[v]; i < @SLOT_OF[v + 1]; ++i)
            posterior[@STATE_OF] = @SHARE;
    }
)";

inline constexpr std::string_view reciprocal = R"(        scale = sum > 0 ? 1 / sum : 0;
)";

inline constexpr std::string_view no_posterior = R"(        if (!@NAME_target[v]) continue;
)";

inline constexpr std::string_view clear_states =
    R"(        for (i = @NAME_first[v]; i < @NAME_first[v + 1]; ++i) posterior[i] = 0;
)";

inline constexpr std::string_view power =
    R"(/* What is positive stays so, and finite. */
static @REAL @NAME_power(@REAL number, int exponent) {
    const @REAL result = @LDEXP(number, exponent);
    return result < @SMALLEST ? @SMALLEST : result > @LARGEST ? @LARGEST : result;
}

)";

inline constexpr std::string_view enter_soft =
    R"(static int @NAME_enter_soft(const @REAL likelihood[], @REAL *l, int *exponent) {
    for (int v = 0; v < @NAME_VARIABLES; ++v) {
        @REAL largest = 0;
        int taken = 0;
        for (int i = @NAME_first[v]; i < @NAME_first[v + 1]; ++i) {
            if (!(likelihood[i] >= 0 && likelihood[i] <= @LARGEST)) return 0;
@NO_LIKELIHOOD            if (likelihood[i] > largest) largest = likelihood[i];
        }
        if (largest > 1 || (largest > 0 && largest < @LOW)) (void)@FREXP(largest, &taken);
        for (int i = @SLOT_OF[v]; i < @SLOT_OF[v + 1]; ++i)
            l[i] = @LDEXP(likelihood[@STATE_OF], -taken);
        *exponent += taken;
    }
    return 1;
}

)";

inline constexpr std::string_view no_evidence = " || !@NAME_evidence[v]";

inline constexpr std::string_view no_likelihood =
    R"(            if (!@NAME_evidence[v] && likelihood[i] != @ONE) return 0;
)";

inline constexpr std::string_view best_states =
    R"(    for (int v = 0; probability > 0 && v < @NAME_VARIABLES; ++v)
        best[v] = @NAME_slot_state[@NAME_slot[v] + best[v]] - @NAME_first[v];
)";

}  // namespace pgm::detail::c_frame
