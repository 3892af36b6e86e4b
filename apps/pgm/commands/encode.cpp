#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/data_file.hpp>
#include <io/file/suffix.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct EncodeRequest {
    std::vector<std::string> data;
    std::string to;
    DataChoices table;
};

int encode(Session& session, const EncodeRequest& request) {
    refuse_to_overwrite(request.to, request.data, {"the encoded table", "it is made from"});
    if (!io::has_suffix(request.to, ".pgmdata"))
        throw UsageError("an encoded table is a file that ends in .pgmdata, not " +
                         quoted_name(request.to));
    const Rows table = request.table.open(session, request.data);
    const Stopwatch watch;
    io::write_encoded(table, request.to);
    session.timings.add(0, watch.milliseconds());
    write(session, {{"written", "written", request.to},
                    {"rows", "rows", table.rows()},
                    {"columns", "columns", table.schema().size()}});
    return fine;
}

}  // namespace

Action set_up_encode(Options& options, Session& session) {
    const auto given = std::make_shared<EncodeRequest>();
    DataChoices::add_arguments(options, given->data);
    given->table.add_to(options);
    options.group("The run");
    options.required_text("-o,--output", given->to, "FILE", "The .pgmdata file to write");
    return [given, &session] { return encode(session, *given); };
}

}  // namespace pgm::apps
