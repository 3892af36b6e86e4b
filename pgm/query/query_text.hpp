#pragma once

#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// Reads one question about a network.
///
///     query      := question  |  a formula of questions for numbers, with + - * / and parentheses
///     question   := P ( left [ | given ] )
///                 | odds ( expression { , expression } [ | given ] )
///                 | (E | sd | var | median | mode) ( sum [ | given ] )
///                 | quantile ( sum , number [ | given ] )
///                 | (cov | cor) ( sum , sum [ | given ] )
///                 | H ( names [ | given ] )  |  I ( names ; names [ | given ] )
///                 | argmax [count] ( names [ | given ] )  |  argmax [count] ( * [ | given ] )
///     left       := names                                     a distribution
///                 | expression { , expression }               a probability
///     names      := name { , name }                           distinct
///     sum        := [number] name { (+ | -) [number] name } [ (+ | -) number ]
///     given      := item { , item }
///     item       := do ( assignment { , assignment } ) | name = number | expression
///                 | name (= | ~) "[" number { , number } "]"
///                 | name | do ( name )                each state; averaged over in H and I
///     assignment := name = state | name = number
///                 | name ~ "[" number { , number } "]"        drawn from these probabilities
///                 | name := state | name := name              the state, or that of the same name
///                 | name := if expression then state else state
///     expression := conditions joined by  not !   and & &&   or ||  and parentheses, within which
///                   a comma is a conjunction too
///     condition  := name (= | == | !=) state  |  name [not] in { state, ... }
///                 | name (< | <= | > | >=) (number | state)
///
/// `not` binds tightest, then `and`, then `or`, then the comma. The signs ¬ ∧ ∨ ≠ ≤ ≥ ∈ ∉ are
/// understood as well, and Pr for P. Keywords (P, E, argmax, do, and, or, not, in) may be written
/// in capitals or not; a variable of such a name is quoted: P('or'=yes). After `=` a word that is a
/// state of the variable is that state, keyword or not.
///
/// Names and states are those of the lexer (pgm/core/text/lexer.hpp): words, also several with
/// blanks between them, or text in '...' or "...", where the quote itself is written twice. A state
/// may begin with a sign of comparison: age=<5. Evidence (parse_given()) can be written here on the
/// right of `|`, in the same words; there every variable has a state or value.
///
/// A continuous variable can be given a value, by a number on the right: P(A | X=1.5, do(Y=2),
/// B=b). It has no place inside an expression. Nor has soft evidence, one number for each state in
/// their order: a likelihood, X=[0.9, 0.2], or the posterior by Jeffrey's rule, X~[0.7, 0.3]
/// (SoftObservation, ImposedPosterior).
///
/// Meaning of < and its like for states: pgm/query/detail/state_order.hpp.
///
/// Throws ParseError with the column (in bytes, from 1) for text outside this grammar, and for
/// names and states that the network does not have (with what was probably meant). Also refused: a
/// distribution and an event mixed, P(A, B=b); a target named twice; nesting deeper than 200
/// levels; one variable set to two states, or given two values; the joint density of several
/// continuous variables.
Query parse_query(const BayesianNetwork& network, std::string_view text);

/// Reads evidence: the rule `given` of this grammar, or an empty text. Throws like parse_query().
Given parse_given(const BayesianNetwork& network, std::string_view text);

/// "P(Rain | Wet=wet, do(Sprinkler=off))". parse_query() of the result gives the same question.
std::string format(const BayesianNetwork& network, const Query& query);

/// The conditions of a question, part by part: "Wet=wet", "do(Sprinkler=off)", "height=1.8",
/// "xray=[0.9, 0.2]", "xray~[0.7, 0.3]".
std::vector<std::string> format_parts(const BayesianNetwork& network, const Given& given);

/// "Rain=yes or not (Sprinkler=on and Cloudy=no)"
std::string format(const BayesianNetwork& network, const Expression& expression);

}  // namespace pgm
