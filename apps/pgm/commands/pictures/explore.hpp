#pragma once

#include <apps/pgm/options/options.hpp>
#include <apps/pgm/shell/session.hpp>
#include <io/page/page.hpp>
#include <pgm/query/query.hpp>

#include <string>

namespace pgm::apps {

/// The options of a page that is asked with clicks.
struct ExploreRequest {
    bool explore = false;
    std::string title, theme, locked, questions;

    void add_to(Options& options);
    /// Refuses a page that is no .html file, and options of one without it.
    void check(const std::string& path) const;

    /// The page of a model, with the variables of `only` and what is known; io::write_page().
    std::string page(Session& session, const std::string& path, const ModelEngine& engine,
                     const std::optional<std::vector<VariableId>>& only, const Given& known) const;
};

}  // namespace pgm::apps
