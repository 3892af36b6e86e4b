#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::bench {

/// A network to be timed, and where its evidence is; an empty path where it is to be drawn.
struct NetworkFile {
    std::string name;  ///< of the file, without folder and suffixes
    std::string path;
    std::string evidence;
};

/// The networks that were asked for: each path is a file or a folder of files (.bif, .pgmodel, each
/// also .gz). Evidence is EVIDENCE/<name>.json where that exists. Without paths, those networks of
/// PGM_REFERENCE_DATA that have evidence there. The smallest file first. Throws ArgumentError for
/// what does not exist and where nothing was found.
std::vector<NetworkFile> find_networks(const std::vector<std::string>& paths,
                                       std::string evidence_folder);

/// Bytes of the text in a file, which may be compressed.
std::size_t text_bytes(const std::string& path);

}  // namespace pgm::bench
