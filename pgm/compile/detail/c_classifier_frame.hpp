#pragma once

#include <string_view>

namespace pgm::detail::c_classifier_frame {

// The text of a classifier around its numbers, as c_frame.hpp has that of a network.

inline constexpr std::string_view header =
    R"(
enum { @NAME_FEATURES = @FEATURES, @NAME_CLASSES = @CLASSES@ACTIONS };
@NAMES_DECLARATION
/* The number of the @DECIDED, and the probability of every class
   given the features. Numbers count from 0. A feature that is not known is NaN; the others are

@FEATURE_LIST
   Of features that are impossible, or of which one is no number or no state, the answer is -1, and
   posterior stays as it is. */
int @NAME_classify(const @REAL feature[@NAME_FEATURES@OR_ONE], @REAL posterior[@NAME_CLASSES]);
)";

inline constexpr std::string_view names_declared = R"(
/* The names. */
extern const char *const @NAME_feature[@NAME_FEATURES@OR_ONE];
extern const char *const @NAME_class[@NAME_CLASSES];
@ACTION_NAMES@CONSTANTS)";

inline constexpr std::string_view source = R"(/* @COMMENT. */
#include "@HEADER"

#include <math.h>

@NAMES@NEEDS@TEMPER_FUNCTION@PARTS@DECIDE_FUNCTION
int @NAME_classify(const @REAL feature[@NAME_FEATURES@OR_ONE], @REAL posterior[@NAME_CLASSES]) {
    @REAL p[@NAME_CLASSES];
@ANSWER    for (int i = 0; i < @NAME_CLASSES; ++i) posterior[i] = p[i];
    return @NAME_decide(p);
}
)";

/// `place` has a state's place among the possible ones, or -1, below each cut, on it, and above.
inline constexpr std::string_view state =
    R"(/* A feature with states: where the likelihoods of these are, the cuts of its numbers,
   which state is below each, on each and above all, and which is taken where it is not known. */
typedef struct {
    int feature, likelihood, states, cuts, missing;
    const @REAL *cut;
    const int *state;
} @NAME_states;

static int @NAME_enter(const @REAL *feature, const @NAME_states *s, int count, @REAL *l) {
    for (; count > 0; --count, ++s) {
        const @REAL number = feature[s->feature];
        int state = s->missing;
        if (number != number) {
            if (state < 0) continue;
        } else {
            int i = 0;
            while (i < s->cuts && s->cut[i] < number) ++i;
            state = s->state[2 * i + (i < s->cuts && !(number < s->cut[i]))];
            if (state < 0) return 0;
        }
        for (int i = 0; i < s->states; ++i) l[s->likelihood + i] = i == state;
    }
    return 1;
}

)";

/// Rotations take the unknown numbers out of the equations (Gentleman 1973, "Least squares
/// computations by Givens transformations without square roots", with them).
inline constexpr std::string_view normal =
    R"(/* The logarithm of the density of normal numbers, unknown ones integrated out. Each is the
   sum of an intercept, of slopes times earlier ones and of noise. `shape` has how many those are,
   whether it is one of them itself, and which these are; `row` has intercept, slopes,
   1 / deviation, and the logarithm of the density at the mean. */
static @REAL @NAME_normal(int count, const @REAL *x, const int *shape, const @REAL *row) {
    @REAL r[@UNKNOWN][@UNKNOWN + 1], e[@UNKNOWN + 1], result = 0;
    int column[@NORMALS], columns = 0;
    for (int i = 0; i < count; ++i) {
        const int parents = shape[0];
        const @REAL scale = row[parents + 1];
        column[i] = x[i] == x[i] ? -1 : shape[1] ? columns++ : -2;
        if (column[i] != -2) {
            @REAL rest = -row[0];
            for (int k = 0; k < columns; ++k) e[k] = 0;
            if (column[i] == -1) {
                rest += x[i];
            } else {
                e[column[i]] = scale;
                for (int k = 0; k <= @UNKNOWN; ++k) r[column[i]][k] = 0;
            }
            for (int k = 0; k < parents; ++k) {
                const int parent = shape[2 + k];
                if (column[parent] < 0) rest -= row[1 + k] * x[parent];
                else e[column[parent]] -= scale * row[1 + k];
            }
            rest *= scale;
            for (int c = 0; c < columns; ++c) {
                @REAL size, cosine, sine, old;
                if (e[c] == 0) continue;
                size = @SQRT(r[c][c] * r[c][c] + e[c] * e[c]);
                cosine = r[c][c] / size;
                sine = e[c] / size;
                for (int k = c; k < columns; ++k) {
                    old = r[c][k];
                    r[c][k] = cosine * old + sine * e[k];
                    e[k] = cosine * e[k] - sine * old;
                }
                old = r[c][@UNKNOWN];
                r[c][@UNKNOWN] = cosine * old + sine * rest;
                rest = cosine * rest - sine * old;
            }
            result += row[parents + 2] - rest * rest / 2;
        }
        shape += 2 + parents;
        row += 3 + parents;
    }
    for (int c = 0; c < columns; ++c) result -= @LOG(@FABS(r[c][c]) * @DENSITY);
    return result;
}

)";

inline constexpr std::string_view gaussian_kernel =
    R"(/* The logarithm of a sum of normal kernels. `row` has 1 / (2 width^2), the logarithm of the
   factor, and the points, each with its weight behind it if `step` is 2. */
static @REAL @NAME_gaussian_kernel(@REAL x, const @REAL *row, const @REAL *end, int step) {
    @REAL nearest = @LARGEST, sum = 0;
    for (const @REAL *p = row + 2; p < end; p += step)
        if (@FABS(x - p[0]) < nearest) nearest = @FABS(x - p[0]);
    for (const @REAL *p = row + 2; p < end; p += step) {
        const @REAL z = @FABS(x - p[0]);
        sum += (step > 1 ? p[1] : 1) * @EXP((nearest - z) * (nearest + z) * row[0]);
    }
    return @LOG(sum) + row[1] - nearest * nearest * row[0];
}

)";

inline constexpr std::string_view tophat_kernel =
    R"(/* The same of kernels that are flat within a width, the first of `row`, and 0 outside. */
static @REAL @NAME_tophat_kernel(@REAL x, const @REAL *row, const @REAL *end, int step) {
    @REAL sum = 0;
    for (const @REAL *p = row + 2; p < end; p += step)
        if (@FABS(x - p[0]) <= row[0]) sum += step > 1 ? p[1] : 1;
    return sum > 0 ? @LOG(sum) + row[1] : -@LARGEST;
}

)";

inline constexpr std::string_view group =
    R"(/* The density of numbers under each of the states from `first` on, relative to the largest
   under one that is possible: that has a likelihood itself, and of its parents. */
static @REAL @WEIGH(const @REAL *feature, @REAL *l, int first) {
    @REAL x[@MEMBERS], weight[@STATES], largest = -@LARGEST;
    for (int i = 0; i < @MEMBERS; ++i) {
        x[i] = feature[@WEIGH_feature[i]];
        if (x[i] == x[i] && !(@FABS(x[i]) <= @LARGEST)) return -@LARGEST;
    }
@REPLACE    for (int i = 0; i < @STATES; ++i) {
        int possible = 1;
        for (int k = 0; k < @PARENTS; ++k) possible &= l[@WEIGH_parent[@PARENTS * i + k]] > 0;
        weight[i] = -@LARGEST;
        if (!possible) continue;
        weight[i] = @FIRST;
@KERNELS        if (weight[i] > largest) largest = weight[i];
    }
    for (int i = 0; i < @STATES; ++i)
        l[first + i] = weight[i] > -@LARGEST ? l[first + i] * @EXP(weight[i] - largest) : 0;
    return largest;
}

)";

/// The function that asks one network.
inline constexpr std::string_view part =
    R"(static int @PART(const @REAL *feature, @REAL *posterior) {
    @REAL l[@SLOTS + @SCRATCH], p[@SLOTS], sum;
    for (int i = 0; i < @SLOTS; ++i) l[i] = 1, p[i] = 0;
@OBSERVE    if (!(@RUN(l, l + @SLOTS, p, 0) > 0)) return 0;
    sum = @SUM;
    if (!(sum > 0)) return 0;
@NORMALISE    return 1;
}

)";

/// The function that asks a member of a mixture: -1 is the answer of one that is left out.
inline constexpr std::string_view member =
    R"(static int @PART(const @REAL *feature, @REAL *posterior, @REAL *evidence, int all) {
    @REAL l[@SLOTS + @SCRATCH], p[@SLOTS], taken = 0, probability, sum;
    int exponent = 0;
    for (int i = 0; i < @SLOTS; ++i) l[i] = 1, p[i] = 0;
@OBSERVE@ADMIT    while ((probability = @RUN(l, l + @SLOTS, p, exponent)) > 0) {
        if (probability > @SMALLEST) break;
        exponent += @MANY;
    }
    sum = @SUM;
    if (!(probability > 0 && sum > 0)) return 0;
    *evidence += taken + @LOG(probability) - exponent * @LOG_TWO;
@NORMALISE    (void)all;
    return 1;
}

)";

inline constexpr std::string_view known =
    R"(/* The place of the only state that is possible; `states` where there are several. */
static int @NAME_known(const @REAL *l, int states) {
    int place = states;
    for (int i = 0; i < states; ++i) {
        if (l[i] == 0) continue;
        if (place < states) return states;
        place = i;
    }
    return place;
}

)";

inline constexpr std::string_view average =
    R"(/* Adds a posterior, weighted by exp(evidence) / exp(largest evidence so far). */
static void @NAME_add(@REAL *sum, const @REAL *posterior, @REAL evidence, @REAL *largest) {
    if (evidence > *largest) {
        for (int i = 0; i < @NAME_CLASSES; ++i) sum[i] *= @EXP(*largest - evidence);
        *largest = evidence;
    }
    for (int i = 0; i < @NAME_CLASSES; ++i) sum[i] += posterior[i] * @EXP(evidence - *largest);
}

static int @NAME_normalise(@REAL *posterior) {
    @REAL sum = 0;
    for (int i = 0; i < @NAME_CLASSES; ++i) sum += posterior[i];
    for (int i = 0; sum > 0 && i < @NAME_CLASSES; ++i) posterior[i] /= sum;
    return sum > 0;
}

)";

/// Asks class by class where the largest densities are those of an impossible one, so that the
/// others are too small to be compared with them.
inline constexpr std::string_view by_class =
    R"(static int @PART(const @REAL *feature, @REAL *posterior) {
    @REAL part[@NAME_CLASSES], evidence, largest = -@LARGEST;
    if (@GIVEN_PART(feature, posterior, &evidence, -1)) return 1;
    for (int i = 0; i < @NAME_CLASSES; ++i) posterior[i] = 0;
    for (int k = 0; k < @CLASS_SLOTS; ++k) {
        if (@GIVEN_PART(feature, part, &evidence, k))
            @NAME_add(posterior, part, evidence, &largest);
    }
    return @NAME_normalise(posterior);
}

)";

inline constexpr std::string_view given =
    R"(static int @GIVEN_PART(const @REAL *feature, @REAL *posterior, @REAL *evidence, int given) {
    @REAL l[@SLOTS + @SCRATCH], p[@SLOTS], taken = 0, probability, sum;
    for (int i = 0; i < @SLOTS; ++i) l[i] = 1, p[i] = 0;
    for (int i = 0; given >= 0 && i < @CLASS_SLOTS; ++i) l[@CLASS_FIRST + i] = i == given;
@OBSERVE    probability = @RUN(l, l + @SLOTS, p, 0);
    sum = @SUM;
    if (!(probability > (given < 0 ? @TINY : 0) && sum > 0)) return 0;
    if (given >= 0) *evidence = taken + @LOG(probability);
@NORMALISE    return 1;
}

)";

inline constexpr std::string_view mixture =
    R"(static int @PART(const @REAL *feature, @REAL *posterior) {
    static int (*const member[])(const @REAL *, @REAL *, @REAL *, int) = @MEMBERS;
    static const @REAL log_weight[] = @WEIGHTS;
    @REAL part[@NAME_CLASSES], largest = -@LARGEST;
    int asked = 0;
    for (int i = 0; i < @NAME_CLASSES; ++i) posterior[i] = 0;
    for (int all = 0; all < 2 && !asked; ++all) {
        for (int m = 0; m < @COUNT; ++m) {
            @REAL evidence = log_weight[m];
            const int answer = member[m](feature, part, &evidence, all);
            if (answer >= 0) asked = 1;
            if (answer > 0) @NAME_add(posterior, part, evidence, &largest);
        }
    }
    return @NAME_normalise(posterior);
}

)";

inline constexpr std::string_view pool =
    R"(static int @PART(const @REAL *feature, @REAL *posterior) {
    static int (*const member[])(const @REAL *, @REAL *) = @MEMBERS;
    static const @REAL weight[] = @WEIGHTS, temperature[] = @TEMPERATURES;
    @REAL part[@NAME_CLASSES], sum = 0;
    for (int i = 0; i < @NAME_CLASSES; ++i) posterior[i] = 0;
    for (int m = 0; m < @COUNT; ++m) {
        if (!member[m](feature, part)) continue;
        @NAME_temper(part, temperature[m]);
        sum += weight[m];
        for (int i = 0; i < @NAME_CLASSES; ++i) posterior[i] += weight[m] * part[i];
    }
    if (!(sum > 0)) return 0;
    for (int i = 0; i < @NAME_CLASSES; ++i) posterior[i] /= sum;
    return 1;
}

)";

inline constexpr std::string_view decide =
    R"(/* The most probable class, the first of several. */
static int @NAME_decide(const @REAL *p) {
    @REAL largest = p[0];
    int best = 0;
    for (int i = 1; i < @NAME_CLASSES; ++i)
        if (p[i] > largest) largest = p[i];
    while (largest - p[best] > @TOLERANCE * p[best]) ++best;
    return best;
}
)";

inline constexpr std::string_view decide_by_loss =
    R"(static const @REAL @NAME_loss[@NAME_ACTIONS][@NAME_CLASSES] = @LOSS;

/* The action of least expected loss, the first of several. */
static int @NAME_decide(const @REAL *p) {
    @REAL risk[@NAME_ACTIONS], least = @LARGEST, share = 0;
    int best = 0;
    for (int i = 0; i < @NAME_ACTIONS; ++i) {
        risk[i] = 0;
        for (int j = 0; j < @NAME_CLASSES; ++j) {
            const @REAL part = @NAME_loss[i][j] * p[j];
            risk[i] += part;
            if (@FABS(part) > share) share = @FABS(part);
        }
        if (risk[i] < least) least = risk[i];
    }
    while (risk[best] - least > @TOLERANCE * share) ++best;
    return best;
}
)";

inline constexpr std::string_view temper =
    R"(static void @NAME_temper(@REAL *p, @REAL temperature) {
    @REAL largest = 0, sum = 0;
    for (int i = 0; i < @NAME_CLASSES; ++i)
        if (p[i] > largest) largest = p[i];
    for (int i = 0; i < @NAME_CLASSES; ++i) {
        p[i] = p[i] > 0 ? @EXP(@LOG(p[i] / largest) / temperature) : 0;
        sum += p[i];
    }
    for (int i = 0; i < @NAME_CLASSES; ++i) p[i] /= sum;
}

)";

}  // namespace pgm::detail::c_classifier_frame
