#pragma once

#include <string_view>

namespace pgm::detail::c_interpreter {

// The text of a program that keeps its image as data; compact_run.cpp prints the arrays.

inline constexpr std::string_view steps = R"(@CONSTANTS@SHAPES@STEPS
/* Steps that make one table each: out[..] = the sum, or the largest, of some a[..] * b[..]. They
   have the places of the three, four times the cell and the number of the array, and of a shape:
   1 for the largest + 2 to scale, the number of loops, of the outer ones that run over out, and of
   every loop how often it runs and how it moves a and b. */
static int @RUN_steps(int begin, int end, const @REAL *l, @REAL *s, @REAL *p) {
    const @REAL *const arrays[] = {@RUN_constant, l, s, p};
    int at[@LOOPS] = {0}, exponent = 0;
    for (int i = begin; i < end; ++i) {
        const @STEP_TYPE *const step = @RUN_step + 4 * i;
        const @SHAPE_TYPE *const shape = @RUN_shape + step[3];
        const @REAL *a = arrays[step[1] % 4] + step[1] / 4;
        const @REAL *b = arrays[step[2] % 4] + step[2] / 4;
        @REAL *const out = (step[0] % 4 == 2 ? s : p) + step[0] / 4;
        @SUM sum = 0;
        int cells = 0, k@SHIFT;
        do {
            const @PRODUCT product = (@PRODUCT)*a * *b;
            if (shape[0] % 2 == 0) sum += product;
            else if (product > sum) sum = product;
            for (k = shape[1]; k-- > 0 && ++at[k] == shape[3 * k + 3];) at[k] = 0;
            if (k >= 0) {
                a += shape[3 * k + 4];
                b += shape[3 * k + 5];
            }
            if (k < shape[2]) {
                @ADD_CELL
                sum = 0;
            }
        } while (k >= 0);@END_TABLE
    }
    return exponent;
}
)";

inline constexpr std::string_view entry = R"(
@ROOTSstatic @ANSWER @RUN(const @REAL *l, @REAL *s, @RESULT, @EXPONENT) {
    const @REAL *const arrays[] = {@RUN_constant, l, s, s};
    @REAL probability = @ONE;@BEGIN_EXPONENT
    exponent += @RUN_steps(0, @FORWARD, l, s, @POSTERIOR);
    for (int i = 0; i < @ROOT_COUNT; ++i) {
        int taken;
        const int root = @RUN_root[i];
        const @REAL factor = arrays[root % 4][root / 4];
        @MULTIPLY;
        exponent += taken;
    }
    if (!(probability > 0)) return 0;
    (void)@BACKWARD;
    @RETURN;
}

)";

inline constexpr std::string_view choose = R"(
@CHOICES/* The states that the largest a[..] * b[..] has, once others are given. Of every choice
   there are the places of a and b, how many variables are given and how many chosen, and of each of
   these its number, its states and how they move a and b. */
static void @RUN_choose(const @REAL *l, const @REAL *s, int *x) {
    const @REAL *const arrays[] = {@RUN_constant, l, s, s};
    const @CHOICE_TYPE *choice = @RUN_choice;
    for (int v = 0; v < @NAME_VARIABLES; ++v) x[v] = 0;
    for (int i = 0; i < @CHOICE_COUNT; ++i) {
        const @REAL *a = arrays[choice[0] % 4] + choice[0] / 4;
        const @REAL *b = arrays[choice[1] % 4] + choice[1] / 4;
        const int given = choice[2], chosen = choice[3];
        @PRODUCT best = 0;
        int combinations = 1, found = 0, rest, k;
        choice += 4;
        for (k = 0; k < given; ++k, choice += 4) {
            a += x[choice[0]] * choice[2];
            b += x[choice[0]] * choice[3];
        }
        for (k = 0; k < chosen; ++k) combinations *= choice[4 * k + 1];
        for (int n = 0; n < combinations; ++n) {
            int cell_a = 0, cell_b = 0;
            @PRODUCT product;
            for (rest = n, k = chosen; k-- > 0; rest /= choice[4 * k + 1]) {
                cell_a += rest % choice[4 * k + 1] * choice[4 * k + 2];
                cell_b += rest % choice[4 * k + 1] * choice[4 * k + 3];
            }
            product = (@PRODUCT)a[cell_a] * b[cell_b];
            if (product > best) best = product, found = n;
        }
        for (rest = found, k = chosen; k-- > 0; rest /= choice[4 * k + 1])
            x[choice[4 * k]] = rest % choice[4 * k + 1];
        choice += 4 * chosen;
    }
}
)";

}  // namespace pgm::detail::c_interpreter
