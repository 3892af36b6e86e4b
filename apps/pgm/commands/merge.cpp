#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/statistics_file.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/fit_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct MergeRequest {
    std::vector<std::string> shards;
    std::string to;
    std::size_t threads = 0;
};

int merge(Session& session, const MergeRequest& request) {
    refuse_two_outputs(session.json, request.to);
    refuse_to_overwrite(request.to, request.shards, {"the statistics", "they are made from"});
    const Classifier all = load_merged(session, request.shards, request.threads);
    write_statistics(all, request.to);
    write(session, fit_report(all, rows_of_statistics(all),
                              {.data = source_text(request.shards), .model = request.to}));
    return fine;
}

}  // namespace

Action set_up_merge(Options& options, Session& session) {
    const auto given = std::make_shared<MergeRequest>();
    options.arguments("STATISTICS", given->shards,
                      "Files of 'pgm stats', or models that were fitted with --updatable, one for "
                      "each shard of a table");
    options.threads(given->threads);
    options.required_text("-o,--output", given->to, "FILE",
                          "The statistics of all shards together");
    return [given, &session] { return merge(session, *given); };
}

}  // namespace pgm::apps
