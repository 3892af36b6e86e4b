#pragma once

#include <apps/pgm/options/options.hpp>
#include <apps/pgm/shell/session.hpp>
#include <io/page/page.hpp>

#include <string>

namespace pgm::apps {

/// The options of a page that is asked with clicks.
struct ExploreRequest {
    bool explore = false;
    std::string title, theme, locked, questions;

    void add_to(Options& options);
    /// Refuses a page that is no .html file, and options of one without it.
    void check(const std::string& path) const;

    /// The page of a model (io::write_page()), with what these options say beside `options`.
    std::string page(const Session& session, const ModelEngine& engine,
                     io::PageOptions options) const;
};

}  // namespace pgm::apps
