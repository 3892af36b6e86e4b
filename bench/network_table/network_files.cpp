#include <bench/network_table/network_files.hpp>

#include <zlib.h>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace pgm::bench {
namespace {

namespace fs = std::filesystem;

/// "alarm" of ".../alarm.bif.gz"; nothing for files that are no networks.
std::string network_name(const fs::path& path) {
    const fs::path plain = path.extension() == ".gz" ? path.stem() : path.filename();
    return plain.extension() == ".bif" || plain.extension() == ".pgmodel" ? plain.stem().string()
                                                                          : "";
}

std::vector<fs::path> files_of(const std::string& path) {
    if (!fs::exists(path)) throw ArgumentError("there is no file or folder '" + path + "'");
    if (!fs::is_directory(path)) return {path};
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
        if (!network_name(entry.path()).empty()) files.push_back(entry.path());
    }
    return files;
}

}  // namespace

std::vector<NetworkFile> find_networks(const std::vector<std::string>& paths,
                                       std::string evidence_folder) {
    const char* const reference = std::getenv("PGM_REFERENCE_DATA");
    if (paths.empty() && reference == nullptr) {
        throw ArgumentError("no networks to time",
                            "name files or folders, or set PGM_REFERENCE_DATA to the folder of the "
                            "reference networks");
    }
    if (evidence_folder.empty() && reference != nullptr)
        evidence_folder = std::string(reference) + "/evidence";
    std::vector<NetworkFile> networks;
    for (const std::string& path :
         paths.empty() ? std::vector{std::string(reference) + "/networks/bif"} : paths) {
        for (const fs::path& file : files_of(path)) {
            const std::string evidence = evidence_folder + "/" + network_name(file) + ".json";
            const bool has_evidence = fs::exists(evidence);
            if (has_evidence || !paths.empty())
                networks.push_back(
                    {network_name(file), file.string(), has_evidence ? evidence : ""});
        }
    }
    if (networks.empty())
        throw ArgumentError("there are no networks in the folders that were named");
    std::ranges::sort(networks, {}, [](const NetworkFile& network) {
        return std::pair(text_bytes(network.path), network.name);
    });
    return networks;
}

std::size_t text_bytes(const std::string& path) {
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
    if (!file) throw ArgumentError("cannot read '" + path + "'");
    std::vector<char> buffer(std::size_t{1} << 16);
    std::size_t bytes = 0;
    for (int count;
         (count = gzread(file.get(), buffer.data(), static_cast<unsigned>(buffer.size()))) > 0;)
        bytes += static_cast<std::size_t>(count);
    return bytes;
}

}  // namespace pgm::bench
