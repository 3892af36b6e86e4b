#include <io/format/uai/uai.hpp>
#include <pgm/inference/engine.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::io;

TEST_CASE("UAI results: probabilities are written to the base 10, states by their numbers") {
    CHECK(uai_heading(UaiTask::pr, 1) == "PR\n");
    CHECK(uai_heading(UaiTask::mar, 2) == "MAR\n2\n");
    CHECK(uai_heading(UaiTask::mpe, 0) == "MPE\n0\n");
    CHECK(uai_heading(UaiTask::mmap, 1) == "MMAP\n");
    CHECK(uai_result(0) == "0\n");
    CHECK(std::stod(uai_result(std::log(1000.0))) == Approx(3).epsilon(1e-15));
    CHECK(uai_result(-infinity) == "-inf\n");
    const InferenceEngine engine(
        read_uai("BAYES 2 2 2 2 1 0 2 0 1 2 .25 .75 4 1 0 .5 .5\n").network);
    CHECK(uai_result(engine.marginals()) == "2 2 0.25 0.75 2 0.625 0.375\n");
    CHECK(uai_result(UaiTask::mpe, engine.most_probable_explanation(Evidence{}.observe(
                                       VariableId(1), StateId(1)))) == "2 1 1\n");
    const VariableId asked[] = {VariableId(1)};
    CHECK(uai_result(UaiTask::mmap, engine.most_probable_assignment(asked)) == "1 1 0\n");
}

TEST_CASE("UAI results: impossible evidence has no variables") {
    const InferenceEngine engine(read_uai("BAYES 1 2 1 1 0 2 1 0\n").network);
    const Evidence impossible = Evidence{}.observe(VariableId(0), StateId(1));
    CHECK(uai_result(engine.marginals(impossible)) == "0\n");
    CHECK(uai_result(UaiTask::mpe, engine.most_probable_explanation(impossible)) == "0\n");
}
