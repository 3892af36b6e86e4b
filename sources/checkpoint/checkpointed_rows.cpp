#include <sources/checkpoint/checkpointed_rows.hpp>

#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <chrono>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>
#include <variant>

namespace pgm::sources {
namespace {

/// Between two saves passes this many times what the last one took.
constexpr int rest_between_saves = 20;

/// The treatment of cells before they are counted.
std::string text_of(const CountRequest& request) {
    std::string text;
    for (const auto& [column, points] : request.cuts.columns())
        text += in_quotes(column) + " cut at " + to_text(points.cuts) + "\n";
    for (const auto& [column, replacement] : request.replacements.columns())
        text += in_quotes(column) + " missing is " +
                std::visit(
                    Overloaded{[](StateId state) { return "state " + std::to_string(state.value); },
                               [](double number) { return to_text(number); },
                               [](const MissingState& state) { return in_quotes(state.name); }},
                    replacement) +
                "\n";
    return text;
}

bool has_families_of(const Sums& sums, const CountRequest& request) {
    const Sums wanted(request.schema, request.families, request.limits);
    const auto same = [](const auto& a, const auto& b) { return a.family() == b.family(); };
    return sums.schema() == wanted.schema() &&
           std::ranges::equal(sums.all_counts(), wanted.all_counts(), same) &&
           std::ranges::equal(sums.all_moments(), wanted.all_moments(), same);
}

io::Checkpoint read(const std::string& path) {
    std::error_code none;
    if (!std::filesystem::exists(path, none)) return {};
    io::FileBytes file(path);
    const std::string_view bytes =
        file.read(std::numeric_limits<std::size_t>::max(), [](std::string_view) { return true; });
    return io::read_checkpoint_archive(bytes, {.name = path});
}

}  // namespace

CheckpointedRows::CheckpointedRows(Rows rows, std::string path, std::string which)
    : rows_(std::move(rows)), path_(std::move(path)), checkpoint_(read(path_)) {
    if (!checkpoint_.passes.empty() && checkpoint_.rows != which)
        throw ArgumentError("the checkpoint '" + printable(path_) + "' is of other rows, " +
                                printable(checkpoint_.rows),
                            "remove it to begin again, or name another file");
    checkpoint_.rows = std::move(which);
}

Rows CheckpointedRows::source() {
    return Rows::of_counts(rows_.schema(), rows_.rows(),
                           [this](const CountRequest& request) { return count(request); });
}

void CheckpointedRows::finish() const {
    std::error_code none;
    std::filesystem::remove(path_, none);
}

io::Checkpoint::Pass& CheckpointedRows::pass_of(const CountRequest& request) {
    std::vector<io::Checkpoint::Pass>& passes = checkpoint_.passes;
    const std::size_t number = next_pass_++;
    std::string text = text_of(request);
    if (number < passes.size() && passes[number].request == text &&
        has_families_of(passes[number].sums, request)) {
        if (!passes[number].is_complete) resumed_rows_ = passes[number].rows;
        return passes[number];
    }
    // Another learner asks for other sums: what follows is of no use.
    passes.resize(std::min(number, passes.size()));
    passes.push_back({.request = std::move(text),
                      .sums = Sums(request.schema, request.families, request.limits)});
    return passes.back();
}

CountedRows CheckpointedRows::count(const CountRequest& request) {
    io::Checkpoint::Pass& pass = pass_of(request);
    if (pass.is_complete) return {pass.sums, pass.rows_without_class};
    using Clock = std::chrono::steady_clock;
    Clock::time_point next_save = Clock::now();
    std::uint64_t seen = 0;
    rows_.pass([&](const Dataset& part) {
        request.stop.check();
        const std::uint64_t begin = seen;
        seen += part.rows();
        if (seen <= pass.rows) return;
        const auto counted = static_cast<std::size_t>(begin < pass.rows ? pass.rows - begin : 0);
        const Dataset rest = counted == 0 ? part : part.view_rows(counted, part.rows() - counted);
        const CountedRows sums = Rows(rest).count(request);
        pass.sums.merge(sums.statistics);
        pass.rows_without_class += sums.rows_without_class;
        pass.rows = seen;
        if (Clock::now() < next_save) return;
        const Clock::time_point before = Clock::now();
        save();
        next_save = Clock::now() + (Clock::now() - before) * rest_between_saves;
    });
    if (seen < pass.rows)
        throw ArgumentError("the checkpoint '" + printable(path_) + "' is of more rows than these",
                            "remove it to begin again");
    pass.is_complete = true;
    save();
    return {pass.sums, pass.rows_without_class};
}

void CheckpointedRows::save() const {
    io::save_atomically(path_, io::checkpoint_archive(checkpoint_));
}

}  // namespace pgm::sources
