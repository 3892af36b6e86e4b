#include <tests/support/catch.hpp>

#include <examples/examples.hpp>
#include <examples/page.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <optional>
#include <sstream>

using namespace pgm;
using Catch::Contains;

namespace {

std::vector<std::string> split(const std::string& text, const std::string& between) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t at = 0; (at = text.find(between, from)) != text.npos;) {
        parts.push_back(text.substr(from, at - from));
        from = at + between.size();
    }
    parts.push_back(text.substr(from));
    return parts;
}

/// The number that "0.8 x 0.1 + 0.2 x 0.9" is, or "0.098 / 0.15"; null where anything else stands.
std::optional<double> calculated(std::string text) {
    text.erase(0, text.find_first_not_of(' '));
    if (const std::size_t colon = text.rfind(": "); colon != text.npos) text.erase(0, colon + 2);
    double sum = 0;
    for (const std::string& term : split(text, " + ")) {
        double product = 1;
        for (const std::string& factor : split(term, " x ")) {
            const std::vector<std::string> parts = split(factor, " / ");
            const auto above = parse_number(parts.front()), below = parse_number(parts.back());
            if (!above || !below || parts.size() > 2) return std::nullopt;
            product *= parts.size() == 1 ? *above : *above / *below;
        }
        sum += product;
    }
    return sum;
}

}  // namespace

TEST_CASE("pages of examples: derivations follow from the numbers printed before", "[examples]") {
    std::size_t checked = 0;
    for (const examples::Example& example : examples::textbook_examples()) {
        std::ostringstream page;
        page << examples::with_derivations;
        example.run(page);
        for (const std::string& line : split(page.str(), "\n")) {
            const std::vector<std::string> parts = split(line, " = ");
            // Lines of a page itself are indented by four.
            const bool is_derived = line.starts_with("  ") && !line.starts_with("   ");
            for (std::size_t i = 0; is_derived && i + 1 < parts.size(); ++i) {
                const auto before = calculated(parts[i]), after = calculated(parts[i + 1]);
                if (!before || !after) continue;
                INFO(example.name << ": " << line);
                CHECK(*after == Approx(*before).epsilon(1e-5));
                ++checked;
            }
        }
    }
    CHECK(checked > 150);
}

TEST_CASE("pages of examples: derivations only where they are asked for", "[examples]") {
    for (const examples::Example& example : examples::textbook_examples()) {
        if (std::string_view(example.name) != "sprinkler") continue;
        std::ostringstream plain, derived;
        derived << examples::with_derivations;
        example.run(plain);
        example.run(derived);
        CHECK_THAT(plain.str(), !Contains("Normalise"));
        CHECK_THAT(derived.str(), Contains("P(Rain=yes | Wet=yes) = 0.707928 = 509 / 719") &&
                                      Contains("= 309 / 719"));
    }
}
