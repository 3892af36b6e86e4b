#include <python/src/detail/arrow_interface.hpp>
#include <python/src/detail/frame.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

namespace pgm::python {
namespace {

/// An Arrow structure that is released at the end of its life.
template <class Kind>
struct Owned : Kind {
    Owned() : Kind{} {}
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (this->release != nullptr) this->release(this);
    }
};

bool is_valid(const ArrowArray& piece, std::size_t row) {
    const auto* const bits = static_cast<const std::uint8_t*>(piece.buffers[0]);
    const std::size_t bit = row + static_cast<std::size_t>(piece.offset);
    return bits == nullptr || piece.null_count == 0 || (bits[bit / 8] >> (bit % 8) & 1) != 0;
}

template <class Number>
const Number* numbers_in(const ArrowArray& piece) {
    return static_cast<const Number*>(piece.buffers[1]) + piece.offset;
}

/// Calls take(row, number) for each cell of a piece of integers; false for another type. Nulls have
/// any number.
template <class Take>
bool visit_integers(std::string_view format, const ArrowArray& piece, Take&& take) {
    const auto visit = [&]<class Number>(Number) {
        const Number* const numbers = numbers_in<Number>(piece);
        for (std::size_t row = 0; row < static_cast<std::size_t>(piece.length); ++row)
            take(row, numbers[row]);
        return true;
    };
    if (format == "c") return visit(std::int8_t{});
    if (format == "C") return visit(std::uint8_t{});
    if (format == "s") return visit(std::int16_t{});
    if (format == "S") return visit(std::uint16_t{});
    if (format == "i") return visit(std::int32_t{});
    if (format == "I") return visit(std::uint32_t{});
    if (format == "l") return visit(std::int64_t{});
    if (format == "L") return visit(std::uint64_t{});
    return false;
}

/// The text in a row of a piece of "vu", whose views of 16 bytes hold short texts themselves.
std::string_view viewed_text(const ArrowArray& piece, std::size_t row) {
    const auto* const view = static_cast<const char*>(piece.buffers[1]) +
                             16 * (row + static_cast<std::size_t>(piece.offset));
    std::int32_t parts[4];
    std::memcpy(parts, view, sizeof parts);
    const auto length = static_cast<std::size_t>(parts[0]);
    if (length <= 12) return {view + 4, length};
    return {static_cast<const char*>(piece.buffers[2 + parts[2]]) + parts[3], length};
}

template <class Offset>
std::string_view text_between(const ArrowArray& piece, std::size_t row) {
    const Offset* const ends = numbers_in<Offset>(piece) + row;
    return {static_cast<const char*>(piece.buffers[2]) + ends[0],
            static_cast<std::size_t>(ends[1] - ends[0])};
}

/// Calls take(row, text) for each cell of a piece of texts that is not null; false for another
/// type.
template <class Take>
bool visit_texts(std::string_view format, const ArrowArray& piece, Take&& take) {
    const auto visit = [&](auto&& text_in) {
        for (std::size_t row = 0; row < static_cast<std::size_t>(piece.length); ++row)
            if (is_valid(piece, row)) take(row, text_in(piece, row));
        return true;
    };
    if (format == "u") return visit(text_between<std::int32_t>);
    if (format == "U") return visit(text_between<std::int64_t>);
    if (format == "vu") return visit(viewed_text);
    if (format == "b")
        return visit([](const ArrowArray& of, std::size_t row) -> std::string_view {
            const std::size_t bit = row + static_cast<std::size_t>(of.offset);
            const auto* const bits = static_cast<const std::uint8_t*>(of.buffers[1]);
            return (bits[bit / 8] >> (bit % 8) & 1) != 0 ? "True" : "False";
        });
    return false;
}

/// The pieces of a stream and their type.
struct ArrowStream {
    ArrowStream(const std::string& name, nb::handle capsule) {
        void* const memory = PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream");
        if (memory == nullptr) throw nb::python_error();
        auto* const stream = static_cast<ArrowArrayStream*>(memory);
        const auto check = [&](int code) {
            if (code == 0) return;
            const char* const reason = stream->get_last_error(stream);
            throw ArgumentError("column '" + printable(name) + "': the Arrow stream failed" +
                                (reason ? std::string(": ") + reason : std::string()));
        };
        check(stream->get_schema(stream, &schema));
        for (;;) {
            auto piece = std::make_unique<Owned<ArrowArray>>();
            check(stream->get_next(stream, piece.get()));
            if (piece->release == nullptr) break;
            rows += static_cast<std::size_t>(piece->length);
            if (piece->length > 0) pieces.push_back(std::move(piece));
        }
    }

    Owned<ArrowSchema> schema;
    std::vector<std::unique_ptr<Owned<ArrowArray>>> pieces;
    std::size_t rows = 0;
};

[[noreturn]] void refuse(const std::string& name, std::string_view format) {
    const bool is_time = format.starts_with("t");
    throw ArgumentError(
        "column '" + printable(name) + "' has the Arrow type '" + std::string(format) +
            "', which is neither numbers nor texts",
        is_time ? "turn times into numbers or states first" : "cast it to double, or to text");
}

/// A column of integers or floating-point numbers.
Column number_column(const std::string& name, std::string_view format, ArrowStream& stream,
                     nb::list& kept) {
    if (format == "g" && stream.pieces.size() == 1 && stream.pieces.front()->null_count == 0) {
        Owned<ArrowArray>* const piece = stream.pieces.front().release();
        kept.append(nb::capsule(
            piece, [](void* memory) noexcept { delete static_cast<Owned<ArrowArray>*>(memory); }));
        return continuous_column(name, RealCells::view({numbers_in<double>(*piece),
                                                        static_cast<std::size_t>(piece->length)}));
    }
    RealCells cells(stream.rows, std::numeric_limits<double>::quiet_NaN());
    double* next = cells.data();
    for (const auto& piece : stream.pieces) {
        const auto put = [&](std::size_t row, auto number) {
            if (is_valid(*piece, row)) next[row] = static_cast<double>(number);
        };
        const auto length = static_cast<std::size_t>(piece->length);
        if (format == "g")
            for (std::size_t row = 0; row < length; ++row)
                put(row, numbers_in<double>(*piece)[row]);
        else if (format == "f")
            for (std::size_t row = 0; row < length; ++row) put(row, numbers_in<float>(*piece)[row]);
        else if (!visit_integers(format, *piece, put))
            refuse(name, format);
        next += length;
    }
    return continuous_column(name, std::move(cells));
}

/// The codes of a column of texts, or of a dictionary array, whose states have an order of their
/// own where all its pieces have one dictionary.
struct CodedCells {
    std::vector<std::int64_t> codes;
    StateOrder order = StateOrder::usual;
};

CodedCells codes_of(const std::string& name, const ArrowStream& stream, DifferentTexts& texts) {
    std::vector<std::int64_t> codes(stream.rows, -1);
    std::int64_t* next = codes.data();
    std::optional<std::vector<std::int64_t>> first_dictionary;
    bool is_one_dictionary = true;
    for (const auto& piece : stream.pieces) {
        const std::string_view format = stream.schema.format;
        if (const ArrowSchema* const values = stream.schema.dictionary) {
            std::vector<std::int64_t> states(static_cast<std::size_t>(piece->dictionary->length),
                                             -1);
            const auto add = [&](std::size_t i, std::string_view text) {
                states[i] = texts.number_of(text);
            };
            if (!visit_texts(values->format, *piece->dictionary, add) &&
                !visit_integers(values->format, *piece->dictionary, [&](std::size_t i, auto value) {
                    states[i] = texts.number_of(std::to_string(value));
                }))
                refuse(name, values->format);
            if (!first_dictionary) first_dictionary = states;
            is_one_dictionary = is_one_dictionary && states == *first_dictionary;
            visit_integers(format, *piece, [&](std::size_t row, auto code) {
                const auto state = static_cast<std::size_t>(code);
                if (is_valid(*piece, row) && state < states.size()) next[row] = states[state];
            });
        } else if (!visit_texts(format, *piece, [&](std::size_t row, std::string_view text) {
                       next[row] = texts.number_of(text);
                   })) {
            refuse(name, format);
        }
        next += piece->length;
    }
    const bool has_order = first_dictionary && is_one_dictionary;
    return {std::move(codes), has_order ? StateOrder::given : StateOrder::usual};
}

/// Dates and times of day with dates: the format of the integers that they are, and how many are a
/// second or, of "tdD", a day.
struct DateFormat {
    std::string_view prefix, integers;
    std::int64_t per_second;  ///< 0: they are days
};

constexpr std::array date_formats = {
    DateFormat{"tdD", "i", 0},         DateFormat{"tdm", "l", 1000},
    DateFormat{"tss:", "l", 1},        DateFormat{"tsm:", "l", 1000},
    DateFormat{"tsu:", "l", 1000'000}, DateFormat{"tsn:", "l", 1000'000'000},
};

/// The days of dates, by the formula by which texts have them.
Column date_column(const std::string& name, const DateFormat& format, const ArrowStream& stream) {
    constexpr std::int64_t seconds_of_day = 86400;
    RealCells cells(stream.rows, std::numeric_limits<double>::quiet_NaN());
    double* next = cells.data();
    for (const auto& piece : stream.pieces) {
        visit_integers(format.integers, *piece, [&](std::size_t row, auto number) {
            if (!is_valid(*piece, row)) return;
            const std::int64_t of_day = format.per_second * seconds_of_day;
            if (of_day == 0) {
                next[row] = static_cast<double>(number);
                return;
            }
            const auto units = static_cast<std::int64_t>(number);
            const std::int64_t day = units / of_day - (units % of_day < 0 ? 1 : 0);
            const auto rest = static_cast<double>(units - day * of_day);
            next[row] = static_cast<double>(day) +
                        rest / static_cast<double>(format.per_second) / seconds_of_day;
        });
        next += piece->length;
    }
    return continuous_column(name, std::move(cells));
}

bool is_number_format(std::string_view format) {
    return format.size() == 1 && std::string_view("cCsSiIlLfg").find(format) != format.npos;
}

}  // namespace

Column arrow_column(std::string name, nb::handle capsule, nb::list& kept, bool& are_dates) {
    ArrowStream stream(name, capsule);
    const std::string_view format = stream.schema.format;
    for (const DateFormat& dates : date_formats) {
        if (!format.starts_with(dates.prefix)) continue;
        are_dates = true;
        return date_column(name, dates, stream);
    }
    if (stream.schema.dictionary == nullptr && is_number_format(format))
        return number_column(name, format, stream, kept);
    DifferentTexts texts;
    const CodedCells cells = format == "n" ? CodedCells{std::vector<std::int64_t>(stream.rows, -1)}
                                           : codes_of(name, stream, texts);
    return coded_column(std::move(name), cells.codes, std::move(texts).texts(), cells.order);
}

}  // namespace pgm::python
