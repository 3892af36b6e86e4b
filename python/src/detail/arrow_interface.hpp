#pragma once

#include <cstdint>

// The Arrow C data interface and the C stream interface: plain structures whose layout every
// producer and consumer of Arrow data shares (Apache Arrow, "The Arrow C data interface" and "The
// Arrow C stream interface").

extern "C" {

/// The type of an array; `format` is "g" for doubles, "u" for texts and so on.
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;  ///< of the values that the codes of a dictionary array stand for
    void (*release)(ArrowSchema*);
    void* private_data;
};

/// An array, or a piece of one: a bitmap of the cells that are not null, and the cells.
struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;  ///< -1 where it is not counted
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

/// The pieces of an array, one after the other; the one after the last is released.
struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
    int (*get_next)(ArrowArrayStream*, ArrowArray* out);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

}  // extern "C"
