#include <io/format/record/detail/history_record.hpp>

#include <span>
#include <utility>

namespace pgm::io::detail {
namespace {

Candidates read_candidates(FlatReader& reader) {
    Candidates candidates;
    for (std::size_t left = reader.count("a candidate"); left > 0; --left) {
        Trial trial{.name = reader.text()};
        trial.log_loss = reader.value();
        trial.error = reader.value();
        candidates.trials.push_back(std::move(trial));
    }
    candidates.chosen = static_cast<std::size_t>(reader.number());
    if (candidates.chosen >= candidates.trials.size())
        reader.fail("the candidate that was chosen is none of them");
    candidates.has_stack = reader.flag();
    candidates.partial = reader.flag();
    return candidates;
}

EmReport read_em_report(FlatReader& reader) {
    EmReport report;
    report.iterations = static_cast<std::size_t>(reader.number());
    const std::span<const double> values = reader.values(reader.number());
    report.log_likelihood.assign(values.begin(), values.end());
    report.data_log_likelihood = reader.value();
    report.converged = reader.flag();
    report.partial = reader.flag();
    report.initialisations = static_cast<std::size_t>(reader.number());
    return report;
}

}  // namespace

void write_history(FlatWriter& writer, const Provenance& provenance) {
    writer.number(provenance.candidates ? 1 : 0);
    if (const auto& candidates = provenance.candidates) {
        writer.number(candidates->trials.size());
        for (const Trial& trial : candidates->trials) {
            writer.text(trial.name);
            writer.value(trial.log_loss);
            writer.value(trial.error);
        }
        writer.number(candidates->chosen);
        writer.number(candidates->has_stack ? 1 : 0);
        writer.number(candidates->partial ? 1 : 0);
    }
    writer.number(provenance.em ? 1 : 0);
    if (const auto& em = provenance.em) {
        writer.number(em->iterations);
        writer.number(em->log_likelihood.size());
        writer.values(em->log_likelihood);
        writer.value(em->data_log_likelihood);
        writer.number(em->converged ? 1 : 0);
        writer.number(em->partial ? 1 : 0);
        writer.number(em->initialisations);
    }
}

void read_history(FlatReader& reader, Provenance& provenance) {
    if (reader.flag()) provenance.candidates = read_candidates(reader);
    if (reader.flag()) provenance.em = read_em_report(reader);
}

}  // namespace pgm::io::detail
