#pragma once

#include <pgm/decide/influence_diagram.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/table/table.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// What each decision of a diagram is taken by, and which utilities follow from it: the graph of
/// the diagram with arcs from what is known, and a vertex for each table of the total utility and
/// for each report that a likelihood is.
class DecisionInformation {
public:
    /// `known` is what each decision may depend on, or does if it is settled; findings are known
    /// anyway. The diagram must outlive the object.
    DecisionInformation(const InfluenceDiagram& diagram, std::vector<std::vector<VariableId>> known,
                        std::vector<char> is_settled,
                        std::vector<std::vector<VariableId>> utilities, const Evidence& evidence);

    /// What a decision depends on.
    std::span<const VariableId> known(std::size_t decision) const { return known_[decision]; }
    std::span<const std::vector<VariableId>> all_known() const { return known_; }

    /// Leaves out what a decision that is not settled need not know: what its utilities do not
    /// depend on, given the rest and the decision itself (Lauritzen and Nilsson 2001, section 3.3).
    /// No arc is left that could be taken away alone.
    void reduce();

    /// True if a decision could change how probable the findings are.
    bool touches_findings(std::size_t decision) const;
    /// The utilities that a decision has influence on: all, if it touches the findings, since what
    /// is found then tells about whatever they depend on.
    std::vector<VariableId> utilities_of(std::size_t decision) const;

    /// An order in which decisions can be optimised one after the other, each whatever the policies
    /// of those that follow are: the utilities of each do not depend on the others' families given
    /// its own (section 3.4, "extremal"). Decisions that are settled count as chance variables. It
    /// ends where there is none: then the diagram is not soluble.
    std::vector<std::size_t> exact_order() const;

private:
    void draw();
    std::vector<VariableId> given(std::size_t decision, std::optional<VariableId> without) const;

    const InfluenceDiagram* diagram_;
    std::vector<std::vector<VariableId>> known_;
    std::vector<char> is_settled_;
    std::vector<std::vector<VariableId>> utilities_;
    std::vector<VariableId> set_, reports_;  ///< by do(); with a likelihood
    std::vector<VariableId> findings_;       ///< vertices that are known: states and reports
    Dag graph_;
};

}  // namespace pgm::detail
