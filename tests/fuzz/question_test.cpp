#include <tests/fuzz/fuzz_target.hpp>
#include <tests/fuzz/mutation.hpp>
#include <tests/support/catch.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Questions of the grammar about the network of the target "query", most of them meaningful.
class QuestionWriter {
public:
    explicit QuestionWriter(Rng& rng) : rng_(rng) {}

    std::string question() {
        const std::string given = rng_.below(3) == 0 ? "" : " | " + list(&QuestionWriter::item);
        switch (rng_.below(4)) {
            case 0:
                return "P(" + list(&QuestionWriter::name) + given + ")";
            case 1:
                return "argmax(" + list(&QuestionWriter::name) + given + ")";
            case 2:
                return "argmax(*" + given + ")";
            default:
                return "P(" + expression(3) + given + ")";
        }
    }

private:
    std::string_view one_of(const std::vector<std::string_view>& words) {
        return words[rng_.below(words.size())];
    }
    std::string name() {
        return std::string(one_of({"a", "b", "c", "d", "e", "f", "g", "h", "i", "'or'"}));
    }
    std::string state() { return std::string(one_of({"no", "yes", "<2", "2-5", ">5", "3"})); }

    std::string condition() {
        // Two of three say a state that the variable has.
        if (rng_.below(3) != 0)
            return std::string(one_of({"a=yes", "b=<2", "c != no", "d in {yes}", "e >= 2", "f=no",
                                       "g=sure", "h<5", "i not in {no, yes}", "'or'=yes"}));
        const std::string_view sign = one_of({"=", "!=", "<", ">=", " in {", " not in {"});
        return name() + std::string(sign) + state() + (sign.ends_with('{') ? "}" : "");
    }

    std::string expression(std::size_t depth) {
        if (depth == 0 || rng_.below(3) == 0) return condition();
        std::string text = rng_.below(4) == 0 ? "not (" : "(";
        text += expression(depth - 1);
        for (std::size_t more = rng_.below(3); more > 0; --more)
            text += std::string(one_of({" and ", " or ", " or "})) + expression(depth - 1);
        return text + ")";
    }

    std::string item() {
        return rng_.below(6) == 0 ? "do(" + condition() + ")" : expression(rng_.below(3));
    }

    std::string list(std::string (QuestionWriter::*part)()) {
        std::string text = (this->*part)();
        for (std::size_t more = rng_.below(4); more > 0; --more) text += ", " + (this->*part)();
        return text;
    }

    Rng& rng_;
};

}  // namespace

TEST_CASE("Fuzz: questions, also mutated ones, get a sound answer or an error", "[fuzz]") {
    Rng rng(6);
    QuestionWriter writer(rng);
    std::vector<std::string> samples;
    for (int i = 0; i < 200; ++i) samples.push_back(writer.question());
    samples.insert(samples.end(), {"a, b _||_ c | d, e", "a=yes, b=<2, do(c=no)"});
    std::size_t answered = 0;
    constexpr std::size_t count = 5'000;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string text = i % 2 == 0 ? writer.question() : mutated(rng, samples);
        bool was_question = false;
        const std::string_view wrong = fuzz_target("query").check(text, was_question);
        answered += was_question ? 1 : 0;
        if (!wrong.empty()) FAIL("input " << i << ": " << wrong << "\n" << text);
    }
    CHECK(answered > count / 10);
    CHECK(answered < count);
}

TEST_CASE("Fuzz: long questions cost no more than their length", "[fuzz]") {
    // Each of these once could be, or would be, a stack overflow or a table of all variables.
    const auto repeated = [](std::string_view piece, std::size_t times) {
        std::string text;
        for (std::size_t i = 0; i < times; ++i) text += piece;
        return text;
    };
    bool ignored = false;
    for (const std::string& text :
         {"P(a=yes | " + repeated("(a=yes or b=<2) and ", 3'000) + "c=no)",
          "P(" + repeated("not ", 60'000) + "a=yes)", "P(" + repeated("(", 60'000) + "a=yes",
          "P(a=yes | " + repeated("(c=yes or d=no or e=>5), ", 2'500) + "c=no)",
          "P(a=yes | b in {" + repeated("<2, ", 15'000) + ">5})",
          "argmax(" + repeated("a, ", 20'000) + "b)",
          "P(a=yes | " + repeated("a=yes, ", 9'000) + "b=>5)",
          "P(a=yes | " + repeated("do(a=yes), ", 5'000) + "b=>5)", repeated("a", 64'000),
          "a _||_ b | " + repeated("c, ", 20'000) + "d"}) {
        INFO(text.substr(0, 60));
        CHECK(fuzz_target("query").check(text, ignored) == "");
    }
}
