#pragma once

#include <bench/network_table/network_files.hpp>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace pgm::bench {

/// How many calibration loops a question takes, by "network/kind": what the gate remembers of an earlier revision instead of times, which belong to one machine and hour.
using Ratios = std::map<std::string, double>;

/// The gate. Each network answers rounds of its fixed and of its varying evidence, and first questions, with calibration loops before and after each; the median of the quotients counts, of
/// processor time. Names listed in `only` (all, where it is empty) are measured.
Ratios measure_ratios(const std::vector<NetworkFile>& files, double seconds, const std::vector<std::string>& only = {});

/// "name <tab> ratio" lines; what follows '#' is a remark. Throws ParseError.
Ratios read_ratios(const std::string& path);
void write_ratios(const Ratios& ratios, const std::string& path);

/// What differs by more than the tolerance, after a second and a third look at whatever seems slower: machines hiccup, and a case that is slower stays slower. Reports to `out`; whether nothing is.
bool check_ratios(const Ratios& saved, const std::vector<NetworkFile>& files, double seconds, std::ostream& out);

}  // namespace pgm::bench
