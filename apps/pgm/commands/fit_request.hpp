#pragma once

#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/fit_choices.hpp>
#include <apps/pgm/options/learned_columns.hpp>
#include <apps/pgm/report/fit_report.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/session.hpp>
#include <learners/search/arc_confidence.hpp>
#include <sources/database/database.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// The arguments of `pgm fit`.
struct FitRequest {
    std::vector<std::string> data, statistics;
    std::string class_name;
    std::string model;
    std::string checkpoint;
    learners::Bootstrap bootstrap{.replicates = 0};
    FitChoices choices;
    DataChoices table;
    LearnedColumns columns;
    TimeLimit limit;
};

FitFiles files_of(const FitRequest& request);

/// Fits the sums of rows that were counted by `pgm stats`, in place of a table.
int fit_statistics(Session& session, const FitRequest& request);

/// The relation of a database that counts its rows itself, if the data are such a one.
std::optional<sources::DatabaseAddress> counting_relation(const std::vector<std::string>& data);

/// Fits the sums that a database counts, in place of rows.
int fit_counts(Session& session, const FitRequest& request,
               const sources::DatabaseAddress& address);

}  // namespace pgm::apps
