#pragma once

// Eight neighbouring doubles as one value, for the kernels of contractions. Everything is always
// inlined: a function compiled for AVX-512 must never be the copy that the linker keeps for
// everybody.

#include <cstddef>
#include <cstdint>

namespace pgm::detail::kernels {

typedef double Vector2 __attribute__((vector_size(16)));
typedef double Vector4 __attribute__((vector_size(32)));
typedef double Vector8 __attribute__((vector_size(64)));

/// Twice as many numbers as the machine's registers hold. (The compiler would split a longer vector
/// by itself, but keep it in memory: four to eight times slower.)
template <class Half>
struct Halves {
    Half low, high;

    [[gnu::always_inline]] friend Halves operator+(Halves x, Halves y) {
        return {x.low + y.low, x.high + y.high};
    }
    [[gnu::always_inline]] friend Halves operator*(Halves x, Halves y) {
        return {x.low * y.low, x.high * y.high};
    }
};

/// A pack is one of these, by the length of the registers.
using PackOfTwos = Halves<Halves<Vector2>>;
using PackOfFours = Halves<Vector4>;
using PackOfEights = Vector8;

template <class Pack>
inline constexpr bool is_split = requires(Pack pack) {
    pack.low;
};

template <class Pack>
inline constexpr std::size_t lanes_of = sizeof(Pack) / sizeof(double);

/// Half by half: what is copied as a whole goes through memory.
template <class Pack>
[[gnu::always_inline]] inline Pack load_pack(const double* p) {
    if constexpr (is_split<Pack>) {
        using Half = decltype(Pack::low);
        return {load_pack<Half>(p), load_pack<Half>(p + lanes_of<Half>)};
    } else {
        Pack pack;
        __builtin_memcpy(&pack, p, sizeof pack);
        return pack;
    }
}

template <class Pack>
[[gnu::always_inline]] inline void store_pack(double* p, Pack pack) {
    if constexpr (is_split<Pack>) {
        store_pack(p, pack.low);
        store_pack(p + lanes_of<decltype(Pack::low)>, pack.high);
    } else {
        __builtin_memcpy(p, &pack, sizeof pack);
    }
}

/// One number in all lanes.
template <class Pack>
[[gnu::always_inline]] inline Pack broadcast(double x) {
    if constexpr (is_split<Pack>) {
        const auto half = broadcast<decltype(Pack::low)>(x);
        return {half, half};
    } else {
        return Pack{} + x;
    }
}

/// The cells of a table that the lanes name.
template <class Pack>
[[gnu::always_inline]] inline Pack gather(const double* p, const std::uint8_t* lane) {
    if constexpr (is_split<Pack>) {
        using Half = decltype(Pack::low);
        return {gather<Half>(p, lane), gather<Half>(p, lane + lanes_of<Half>)};
    } else if constexpr (sizeof(Pack) == sizeof(Vector2)) {
        return Pack{p[lane[0]], p[lane[1]]};
    } else {
        return Pack{p[lane[0]], p[lane[1]], p[lane[2]], p[lane[3]]};
    }
}

/// The first `count` lanes, zeros in the others.
template <class Pack>
[[gnu::always_inline]] inline Pack first_lanes(Pack pack, int count) {
    if constexpr (is_split<Pack>) {
        return {first_lanes(pack.low, count),
                first_lanes(pack.high, count - static_cast<int>(lanes_of<decltype(Pack::low)>))};
    } else if constexpr (sizeof(Pack) == sizeof(Vector2)) {
        return Pack{0, 1} < static_cast<double>(count) ? pack : Pack{};
    } else {
        return Pack{0, 1, 2, 3} < static_cast<double>(count) ? pack : Pack{};
    }
}

/// Eight cells, or one cell eight times.
template <class Isa, int Stride>
[[gnu::always_inline]] inline typename Isa::Pack load_cells(const double* p) {
    if constexpr (Stride == 0) return broadcast<typename Isa::Pack>(*p);
    return load_pack<typename Isa::Pack>(p);
}

/// The first `count` cells, zeros behind them.
template <class Isa, int Stride>
[[gnu::always_inline]] inline typename Isa::Pack load_some_cells(const double* p,
                                                                 std::uint32_t count) {
    if constexpr (Stride == 0) return broadcast<typename Isa::Pack>(*p);
    return Isa::load_some(p, count);
}

/// The sum, or the maximum, of two numbers or packs, lane by lane.
template <bool Max, class T>
[[gnu::always_inline]] inline T reduce(T x, T y) {
    if constexpr (is_split<T>) {
        return {reduce<Max>(x.low, y.low), reduce<Max>(x.high, y.high)};
    } else if constexpr (Max) {
        return x > y ? x : y;
    } else {
        return x + y;
    }
}

/// The lanes of a pack reduced to one number, in one order for every instruction set:
/// ((0,4),(2,6)),((1,5),(3,7)).
template <bool Max, class Pack>
[[gnu::always_inline]] inline double reduce_lanes(Pack pack) {
    if constexpr (is_split<Pack>) {
        return reduce_lanes<Max>(reduce<Max>(pack.low, pack.high));
    } else if constexpr (sizeof(Pack) == sizeof(Vector8)) {
        return reduce_lanes<Max>(reduce<Max>(__builtin_shufflevector(pack, pack, 0, 1, 2, 3),
                                             __builtin_shufflevector(pack, pack, 4, 5, 6, 7)));
    } else if constexpr (sizeof(Pack) == sizeof(Vector4)) {
        return reduce_lanes<Max>(reduce<Max>(__builtin_shufflevector(pack, pack, 0, 1),
                                             __builtin_shufflevector(pack, pack, 2, 3)));
    } else {
        return reduce<Max>(pack[0], pack[1]);
    }
}

/// The same of eight packs, in the same order, each result in a lane of its own.
template <bool Max>
[[gnu::always_inline]] inline PackOfEights reduce_lanes(const PackOfEights (&p)[8]) {
    PackOfEights q[4], r[2];
    for (int i = 0; i < 4; ++i) {
        q[i] = reduce<Max>(
            __builtin_shufflevector(p[2 * i], p[2 * i + 1], 0, 1, 2, 3, 8, 9, 10, 11),
            __builtin_shufflevector(p[2 * i], p[2 * i + 1], 4, 5, 6, 7, 12, 13, 14, 15));
    }
    for (int i = 0; i < 2; ++i) {
        r[i] = reduce<Max>(
            __builtin_shufflevector(q[2 * i], q[2 * i + 1], 0, 1, 4, 5, 8, 9, 12, 13),
            __builtin_shufflevector(q[2 * i], q[2 * i + 1], 2, 3, 6, 7, 10, 11, 14, 15));
    }
    return reduce<Max>(__builtin_shufflevector(r[0], r[1], 0, 2, 4, 6, 8, 10, 12, 14),
                       __builtin_shufflevector(r[0], r[1], 1, 3, 5, 7, 9, 11, 13, 15));
}

template <bool Max>
[[gnu::always_inline]] inline PackOfFours reduce_lanes(const PackOfFours (&p)[8]) {
    Vector4 half[2];
    for (int i = 0; i < 2; ++i) {
        Vector4 row[4], pair[2];
        for (int k = 0; k < 4; ++k) row[k] = reduce<Max>(p[4 * i + k].low, p[4 * i + k].high);
        for (int k = 0; k < 2; ++k)
            pair[k] = reduce<Max>(__builtin_shufflevector(row[k], row[k + 2], 0, 1, 4, 5),
                                  __builtin_shufflevector(row[k], row[k + 2], 2, 3, 6, 7));
        half[i] = reduce<Max>(__builtin_shufflevector(pair[0], pair[1], 0, 4, 2, 6),
                              __builtin_shufflevector(pair[0], pair[1], 1, 5, 3, 7));
    }
    return {half[0], half[1]};
}

template <bool Max>
[[gnu::always_inline]] inline PackOfTwos reduce_lanes(const PackOfTwos (&p)[8]) {
    Vector2 pair[4];
    for (int i = 0; i < 4; ++i) {
        Vector2 row[2];
        for (int k = 0; k < 2; ++k) {
            const Halves<Vector2> half = reduce<Max>(p[2 * i + k].low, p[2 * i + k].high);
            row[k] = reduce<Max>(half.low, half.high);
        }
        pair[i] = reduce<Max>(__builtin_shufflevector(row[0], row[1], 0, 2),
                              __builtin_shufflevector(row[0], row[1], 1, 3));
    }
    return {{pair[0], pair[1]}, {pair[2], pair[3]}};
}

}  // namespace pgm::detail::kernels
