#include <pgm/decide/detail/information.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/example_diagrams.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::tests;
using detail::DecisionInformation;
using Memory = InfluenceDiagram::Memory;

namespace {

class Example {
public:
    explicit Example(const char* text, const char* findings = "", Memory memory = Memory::recall)
        : diagram_(diagram_of(text, memory)),
          evidence_(parse_evidence(diagram_.network(), findings)) {
        std::vector<std::vector<VariableId>> known;
        for (const VariableId decision : diagram_.decisions()) {
            const std::span<const VariableId> variables = diagram_.known(decision);
            known.emplace_back(variables.begin(), variables.end());
        }
        std::vector<std::vector<VariableId>> utilities;
        for (const VariableId utility : diagram_.utilities()) {
            const std::span<const VariableId> members =
                discrete_scope(diagram_.network().cpd(utility)).variables();
            utilities.emplace_back(members.begin(), members.end());
        }
        information_.emplace(diagram_, known, std::vector<char>(known.size(), 0), utilities,
                             evidence_);
        information_->reduce();
    }

    const DecisionInformation* operator->() const { return &*information_; }

    /// The names of what a decision needs, ascending.
    std::vector<std::string> needed(std::size_t decision) const {
        std::vector<std::string> names;
        for (const VariableId variable : information_->known(decision))
            names.push_back(diagram_.network().variable(variable).name());
        std::ranges::sort(names);
        return names;
    }

private:
    InfluenceDiagram diagram_;
    Evidence evidence_;
    std::optional<DecisionInformation> information_;
};

using Names = std::vector<std::string>;
using DecisionNumbers = std::vector<std::size_t>;

}  // namespace

TEST_CASE("Information: what the utilities do not depend on is dropped", "[decide]") {
    const Example noise("A -> D{2, decision} -> U{utility} <- B; A -> B; N -> D; A -> C -> D");
    CHECK(noise.needed(0) == Names{"A"});
    CHECK(noise->utilities_of(0).size() == 1);
    // The one that follows needs the decision itself, not what it was taken by.
    const Example second("X -> D{2, decision} -> Y -> E{2, decision} -> U{utility} <- X; D -> U");
    CHECK(second.needed(1) == Names{"D", "X"});
    CHECK(second.needed(0) == Names{"X"});
}

TEST_CASE("Information: a barren decision needs nothing and has no utilities", "[decide]") {
    const Example barren("A -> D{2, decision} -> X; A -> U{utility}");
    CHECK(barren.needed(0).empty());
    CHECK(barren->utilities_of(0).empty());
    CHECK(barren->exact_order() == DecisionNumbers{0});
}

TEST_CASE("Information: reports open what they are about", "[decide]") {
    const char* text = "A -> X <- B; A -> D{2, decision} -> U{utility} <- B";
    CHECK(Example(text).needed(0).empty());
    CHECK(Example(text, "X=1").needed(0) == Names{"A"});
    CHECK(Example(text, "X=[1, 3]").needed(0) == Names{"A"});
    CHECK(Example(text, "do(X=1)").needed(0).empty());
    CHECK(Example(text, "X=1, A=0").needed(0).empty());
}

TEST_CASE("Information: a decision above a finding touches it", "[decide]") {
    const char* text = "D{2, decision} -> X -> U{utility}; Y -> D; Y -> V{utility}; Y -> X";
    CHECK_FALSE(Example(text)->touches_findings(0));
    CHECK(Example(text, "X=0")->touches_findings(0));
    CHECK(Example(text, "X=[1, 2]")->touches_findings(0));
    CHECK(Example(text, "D=[1, 2]")->touches_findings(0));
    CHECK_FALSE(Example(text, "do(X=0)")->touches_findings(0));
    CHECK_FALSE(Example(text, "Y=0")->touches_findings(0));
    CHECK(Example(text)->utilities_of(0).size() == 1);
    CHECK(Example(text, "X=0")->utilities_of(0).size() == 2);
}

TEST_CASE("Information: an exact order ends where decisions need each other", "[decide]") {
    const Example recall("A -> D{2, decision} -> E{2, decision} -> U{utility} <- A; D -> U");
    CHECK(recall->exact_order() == DecisionNumbers{1, 0});
    const char* signal = "Y -> D{2, decision} -> E{2, decision} -> U{utility} <- Y";
    CHECK(Example(signal, "", Memory::limited)->exact_order().empty());
    CHECK(Example(signal)->exact_order().size() == 2);
    const char* apart = "D{2, decision} -> U{utility}; E{2, decision} -> V{utility}";
    CHECK(Example(apart, "", Memory::limited)->exact_order().size() == 2);
    const char* together = "D{2, decision} -> U{utility} <- E{2, decision}";
    CHECK(Example(together, "", Memory::limited)->exact_order().empty());
    // One of them has a finding: the other is alone.
    CHECK(Example(together, "D=0", Memory::limited)->utilities_of(1).size() == 1);
}
