#pragma once

#include <apps/pgm/render/report.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <pgm/inference/solver.hpp>
#include <pgm/query/answer.hpp>

namespace pgm::apps {

/// The answer to one question, in the form of its kind:
///
///     {"query":"P(A=a)","probability":0.4}
///     {"query":"E(X)","value":1.5}, with "unit":"nats" of an entropy
///     {"query":"P(A, B)","variables":["A","B"],"distribution":[{"assignment":{..},..},..]}
///     {"query":"P(X)","mean":..,"sd":..,..} of a density
///     {"query":"argmax(A)","assignment":{"A":"a"},..}, with "best":[..] of argmax 5 (A)
///     {"query":"P(A | B)","given":["B"],"table":[{"given":{"B":"b"},"query":"P(A | B=b)",..},..]}
///     {"query":"P(A | B=b)","impossible":true,"log_evidence":null,"conflict":["B=b"]}
///
/// A row of a table is an answer of one of these forms with what it is given. A number with an
/// interval has "sd" and "interval":[low,high] beside it, null where there is none; `intervals` are
/// those of numbers_of() the answer, or none. Network, answer and intervals have to outlive the
/// report; `solver`, with which the answer was found, explains what is impossible, and `conflict`
/// is that explanation where the whole answer is.
Report answer_report(const Solver& solver, const Answer& answer,
                     const ConflictReport& conflict = {}, Intervals intervals = {});

}  // namespace pgm::apps
