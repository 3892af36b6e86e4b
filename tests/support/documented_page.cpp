#include <tests/support/documented_page.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace pgm::tests {
namespace {

constexpr std::string_view fence = "```";

/// Reads a page line by line.
class PageReader {
public:
    explicit PageReader(std::string_view page) : lines_{std::string(page)} {}

    std::vector<DocumentedBlock> blocks() {
        while (next()) {
            const std::size_t indent = line_.find_first_not_of(' ');
            if (indent == std::string::npos) {
                after_blank_ = true;
                continue;
            }
            if (line_.compare(indent, fence.size(), fence) == 0) {
                read_fenced(indent);
            } else if (indent >= 4 && after_blank_) {
                read_indented();
            }
            after_blank_ = false;
        }
        return std::move(blocks_);
    }

private:
    bool next() {
        if (std::exchange(held_, false)) return true;
        if (!std::getline(lines_, line_)) return false;
        ++number_;
        return true;
    }

    static std::string without_indent(const std::string& line, std::size_t indent) {
        return line.size() <= indent ? std::string() : line.substr(indent);
    }

    void read_fenced(std::size_t indent) {
        const std::string info = line_.substr(indent + fence.size());
        const std::size_t blank = info.find(' ');
        DocumentedBlock block{.language = info.substr(0, blank), .line = number_ + 1};
        if (blank != std::string::npos) block.name = info.substr(blank + 1);
        const std::size_t begin = number_;
        while (next()) {
            if (without_indent(line_, indent) == fence) {
                blocks_.push_back(std::move(block));
                return;
            }
            block.text += without_indent(line_, indent) + "\n";
        }
        throw std::runtime_error("the fence of line " + std::to_string(begin) + " is never closed");
    }

    /// Ends at the first line that is indented less, which is read again. Blank lines in between
    /// belong to the block.
    void read_indented() {
        const std::size_t indent = line_.find_first_not_of(' ');
        DocumentedBlock block{.line = number_};
        std::string blank;
        do {
            const std::size_t begin = line_.find_first_not_of(' ');
            if (begin == std::string::npos) {
                blank += "\n";
            } else if (begin < 4) {
                held_ = true;
                break;
            } else {
                block.text += blank + without_indent(line_, std::min(indent, begin)) + "\n";
                blank.clear();
            }
        } while (next());
        blocks_.push_back(std::move(block));
    }

    std::istringstream lines_;
    std::string line_;
    std::size_t number_ = 0;
    bool held_ = false;  ///< whether the line is to be read again
    bool after_blank_ = true;
    std::vector<DocumentedBlock> blocks_;
};

}  // namespace

std::vector<DocumentedBlock> documented_blocks(std::string_view page) {
    return PageReader(page).blocks();
}

std::vector<DocumentedBlock> documented_blocks(std::string_view page, std::string_view language) {
    std::vector<DocumentedBlock> blocks = documented_blocks(page);
    std::erase_if(blocks, [&](const DocumentedBlock& block) { return block.language != language; });
    return blocks;
}

std::vector<DocumentedChange> documented_changes(const DocumentedBlock& diff) {
    std::vector<DocumentedChange> changes;
    std::istringstream lines(diff.text);
    std::string file;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("--- ")) continue;
        if (line.starts_with("+++ b/")) {
            file = line.substr(6);
        } else if (line.starts_with("@@")) {
            changes.push_back({file, {}, {}});
        } else if (changes.empty() || line.find_first_of(" +-") != 0) {
            if (!line.empty() || changes.empty())
                throw std::runtime_error("no line of a diff: '" + line + "'");
            changes.back().before += "\n";
            changes.back().after += "\n";
        } else {
            if (line[0] != '+') changes.back().before += line.substr(1) + "\n";
            if (line[0] != '-') changes.back().after += line.substr(1) + "\n";
        }
    }
    return changes;
}

std::string changed_text(const std::string& text, const DocumentedChange& change) {
    const auto find = [&](std::size_t from) {
        std::size_t at = text.find(change.before, from);
        while (at != std::string::npos && at > 0 && text[at - 1] != '\n')
            at = text.find(change.before, at + 1);
        return at;
    };
    const std::size_t at = change.before.empty() ? std::string::npos : find(0);
    if (at == std::string::npos)
        throw std::runtime_error(change.file + " does not have these lines:\n" + change.before);
    if (find(at + 1) != std::string::npos)
        throw std::runtime_error(change.file + " has these lines twice:\n" + change.before);
    return std::string(text).replace(at, change.before.size(), change.after);
}

std::vector<std::string> documented_pages(const std::string& source) {
    namespace fs = std::filesystem;
    std::vector<std::string> pages = {"README.md"};
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source + "/docs"))
        if (entry.path().extension() == ".md")
            pages.push_back(fs::relative(entry.path(), source).generic_string());
    std::ranges::sort(pages);
    return pages;
}

}  // namespace pgm::tests
