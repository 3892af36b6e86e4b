#include <apps/pgm/shell/file_kind.hpp>

#include <io/file/suffix.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <cstddef>

namespace pgm::apps {
namespace {

bool is_of_kind(const std::string& path, io::FileKind kind) {
    const io::Suffix* const suffix = io::suffix_of(path);
    return suffix != nullptr && suffix->kind == kind;
}

/// "t.pgmodel" of "data/t.csv.gz".
std::string model_beside(const std::string& path) {
    const std::string name = path.substr(path.find_last_of('/') + 1);
    return printable(name.substr(0, name.find('.'))) + ".pgmodel";
}

}  // namespace

void require_model(const std::string& path) {
    if (!is_of_kind(path, io::FileKind::data)) return;
    const std::string table = printable(path), model = model_beside(path);
    throw ArgumentError("'" + table + "' is a table of data, and a model is wanted here",
                        "'pgm learn " + table + " -o " + model +
                            "' makes a network of it, 'pgm fit " + table + " --class COLUMN -o " +
                            model + "' a classifier");
}

void require_table(const std::string& path) {
    if (!is_of_kind(path, io::FileKind::model)) return;
    const std::string model = printable(path);
    throw ArgumentError("'" + model + "' is a model, and a table of data is wanted here",
                        "'pgm info " + model + "' shows it, 'pgm sample " + model +
                            " -n 1000 -o rows.csv' draws rows from it");
}

void refuse_swapped(const std::string& command, const std::string& model, const std::string& data) {
    if (!is_of_kind(model, io::FileKind::data) || !is_of_kind(data, io::FileKind::model)) return;
    throw ArgumentError("'" + printable(model) + "' is a table of data and '" + printable(data) +
                            "' a model; the model comes first",
                        "pgm " + command + " " + printable(data) + " " + printable(model));
}

}  // namespace pgm::apps
