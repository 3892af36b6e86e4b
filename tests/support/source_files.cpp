#include <tests/support/source_files.hpp>

#include <tests/support/paths.hpp>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

namespace pgm::tests {
namespace {

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// Length of the raw string literal that starts at `begin`, quotes and delimiter included.
std::size_t raw_literal_length(const std::string& text, std::size_t begin) {
    const std::size_t open = text.find('(', begin);
    const std::string closing = ")" + text.substr(begin + 2, open - begin - 2) + "\"";
    return text.find(closing, open) + closing.size() - begin;
}

/// Length of an ordinary literal with its quotes.
std::size_t literal_length(const std::string& text, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < text.size() && text[end] != text[begin]) end += text[end] == '\\' ? 2 : 1;
    return end + 1 - begin;
}

/// A quote between digits (1'000'000) begins no literal.
bool is_digit_separator(const std::string& text, std::size_t i) {
    return text[i] == '\'' && i > 0 && std::isxdigit(static_cast<unsigned char>(text[i - 1])) &&
           i + 1 < text.size() && std::isxdigit(static_cast<unsigned char>(text[i + 1]));
}

/// Comments and literals replaced by blanks, line breaks kept.
std::string without_comments_and_literals(const std::string& text) {
    std::string code = text;
    const auto blank = [&](std::size_t begin, std::size_t length) {
        for (std::size_t i = begin; i < std::min(begin + length, code.size()); ++i)
            if (code[i] != '\n') code[i] = ' ';
    };
    for (std::size_t i = 0; i < text.size();) {
        std::size_t length = 1;
        if (text.compare(i, 2, "//") == 0) {
            length = std::min(text.find('\n', i), text.size()) - i;
            blank(i, length);
        } else if (text.compare(i, 2, "/*") == 0) {
            length = std::min(text.find("*/", i), text.size() - 2) + 2 - i;
            blank(i, length);
        } else if (text.compare(i, 2, "R\"") == 0) {
            length = raw_literal_length(text, i);
            blank(i, length);
        } else if (text[i] == '"' || (text[i] == '\'' && !is_digit_separator(text, i))) {
            length = literal_length(text, i);
            blank(i, length);
        }
        i += length;
    }
    return code;
}

}  // namespace

std::vector<SourceFile> source_files(const std::vector<std::string>& folders) {
    namespace fs = std::filesystem;
    const fs::path root = source_file("");
    std::vector<SourceFile> files;
    for (const std::string& folder : folders) {
        if (!fs::exists(root / folder)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string suffix = entry.path().extension().string();
            if (!entry.is_regular_file() || (suffix != ".hpp" && suffix != ".cpp")) continue;
            const std::string text = read_file(entry.path().string());
            files.push_back({fs::relative(entry.path(), root).generic_string(), split_lines(text),
                             split_lines(without_comments_and_literals(text))});
        }
    }
    std::sort(files.begin(), files.end(),
              [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
    return files;
}

std::vector<std::string> includes(const SourceFile& file) {
    static const std::regex pattern(R"(^\s*#\s*include\s*<([^>]+)>)");
    std::vector<std::string> found;
    for (const std::string& line : file.lines) {
        std::smatch match;
        if (std::regex_search(line, match, pattern)) found.push_back(match[1]);
    }
    return found;
}

}  // namespace pgm::tests
