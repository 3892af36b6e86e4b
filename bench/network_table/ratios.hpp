#pragma once

#include <bench/network_table/network_files.hpp>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace pgm::bench {

/// How many calibration loops a question takes, by "network/kind": what the gate remembers of an
/// earlier revision instead of times, which belong to one machine and hour.
using Ratios = std::map<std::string, double>;

/// Measures fixed and varying evidence, and first questions but those of the largest networks.
/// Questions and calibration loops alternate; the ratio is that of the fastest, of processor time:
/// on a shared machine all that others do makes both slower, never faster. `looks` times from
/// scratch, with engines and memory of their own, the smallest ratio counts.
Ratios measure_ratios(const std::vector<NetworkFile>& files, double seconds, int looks);

/// Lines "name <tab> ratio"; what follows '#' is a remark. Throws IoError, and ParseError with the
/// line.
Ratios read_ratios(const std::string& path);
void write_ratios(const Ratios& ratios, const std::string& path);

/// Measures and reports what differs by more than a tenth; whether nothing is slower. What seems
/// slower gets further looks, for machines hiccup, and what is slower stays slower.
bool check_ratios(const Ratios& saved, const std::vector<NetworkFile>& files, double seconds,
                  std::ostream& out);

}  // namespace pgm::bench
