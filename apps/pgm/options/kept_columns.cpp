#include <apps/pgm/options/kept_columns.hpp>

#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>

#include <algorithm>

namespace pgm::apps {

std::vector<std::string> parse_kept(const std::string& text) {
    if (text.empty()) return {};
    std::vector<std::string> names = split_names(text, "--keep");
    for (auto name = names.begin(); name != names.end(); ++name)
        if (std::find(names.begin(), name, *name) != name)
            throw UsageError("--keep names the column " + quoted_name(*name) + " twice");
    return names;
}

void check_kept(const std::vector<std::string>& kept, const std::vector<std::string>& own,
                const std::vector<std::string>& columns) {
    for (const std::string& name : kept) {
        require_column(columns, name);
        if (std::ranges::find(own, name) != own.end())
            throw UsageError("the predictions have a column " + quoted_name(name) + " of their own",
                             "rename the one of the data");
    }
}

}  // namespace pgm::apps
