#pragma once

// Several numbers at once, in the vector notation of g++ and clang++, for every instruction set
// that kernels are compiled for (dispatch.hpp). All but the vectors themselves lies in an unnamed
// namespace and uses no function of the standard library: a function compiled for AVX-512 must
// never be the copy that the linker keeps for everybody. The operations that no notation has are
// written here for each instruction set, and nowhere else.

#include <cstddef>
#include <cstdint>
#include <utility>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace pgm::detail::simd {

template <class T, std::size_t Lanes>
struct VectorOf {
    typedef T type __attribute__((vector_size(sizeof(T) * Lanes)));
};

/// Numbers with the operators of one, lane by lane. Vectors are made no longer than a register: the
/// compiler splits a longer one by itself, but keeps it in memory, four to eight times slower.
template <class T, std::size_t Lanes>
using Vector = typename VectorOf<T, Lanes>::type;

namespace {

/// How many doubles a register of the instruction set holds.
#if defined(__AVX512F__)
inline constexpr std::uint32_t register_doubles = 8;
#elif defined(__AVX2__)
inline constexpr std::uint32_t register_doubles = 4;
#else
inline constexpr std::uint32_t register_doubles = 2;
#endif

/// A register of doubles; their bits, or as many whole numbers; as many codes of states.
using Doubles = Vector<double, register_doubles>;
using Words = Vector<std::int64_t, register_doubles>;
using Codes = Vector<std::uint32_t, register_doubles>;

/// Twice as many numbers.
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

template <std::size_t Registers>
struct PackOf {
    using type = Halves<typename PackOf<Registers / 2>::type>;
};
template <>
struct PackOf<1> {
    using type = Doubles;
};

/// Eight doubles as one value, in as many registers as that takes.
inline constexpr std::uint32_t pack_doubles = 8;
using Pack = PackOf<pack_doubles / register_doubles>::type;

template <class V>
inline constexpr bool is_split = requires(V v) {
    v.low;
};

template <class V>
inline constexpr std::size_t lanes_of = sizeof(V) / sizeof(double);

/// A vector of any kind of numbers, or a pack; half by half, for what is copied as a whole goes
/// through memory.
template <class V, class T>
[[gnu::always_inline]] inline V load(const T* p) {
    if constexpr (is_split<V>) {
        using Half = decltype(V::low);
        return {load<Half>(p), load<Half>(p + lanes_of<Half>)};
    } else {
        V v;
        __builtin_memcpy(&v, p, sizeof v);
        return v;
    }
}

template <class V, class T>
[[gnu::always_inline]] inline void store(T* p, V v) {
    if constexpr (is_split<V>) {
        store(p, v.low);
        store(p + lanes_of<decltype(V::low)>, v.high);
    } else {
        __builtin_memcpy(p, &v, sizeof v);
    }
}

template <class V, std::size_t... I>
[[gnu::always_inline]] inline V broadcast(double x, std::index_sequence<I...>) {
    return V{((void)I, x)...};
}

/// One number in all lanes. Written lane by lane: a number added to zeros would be added.
template <class V>
[[gnu::always_inline]] inline V broadcast(double x) {
    if constexpr (is_split<V>) {
        const auto half = broadcast<decltype(V::low)>(x);
        return {half, half};
    } else {
        return broadcast<V>(x, std::make_index_sequence<lanes_of<V>>());
    }
}

/// Half a pack, of as many registers as that takes, and half of that.
using Pair = Vector<double, 2>;
#if defined(__AVX2__)
using HalfPack = Vector<double, 4>;
[[gnu::always_inline]] inline HalfPack joined(Pair low, Pair high) {
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
#else
using HalfPack = Halves<Pair>;
[[gnu::always_inline]] inline HalfPack joined(Pair low, Pair high) {
    return {low, high};
}
#endif

/// The sum, or the larger, of two numbers, lane by lane.
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

/// In each lane `yes` where x > y, otherwise `no`.
template <class V>
[[gnu::always_inline]] inline V where_larger(V x, V y, V yes, V no) {
    if constexpr (is_split<V>) {
        return {where_larger(x.low, y.low, yes.low, no.low),
                where_larger(x.high, y.high, yes.high, no.high)};
    } else {
        return x > y ? yes : no;
    }
}

/// Half the lanes of a vector, from lane `First` on.
template <std::size_t First, class V, std::size_t... I>
[[gnu::always_inline]] inline auto half_of(V v, std::index_sequence<I...>) {
    return __builtin_shufflevector(v, v, (First + I)...);
}

/// The lanes of a vector reduced to one number, in one order for every instruction set:
/// ((0,4),(2,6)),((1,5),(3,7)).
template <bool Max, class V>
[[gnu::always_inline]] inline double reduce_lanes(V v) {
    constexpr std::size_t half = lanes_of<V> / 2;
    if constexpr (is_split<V>) {
        return reduce_lanes<Max>(reduce<Max>(v.low, v.high));
    } else if constexpr (half > 1) {
        constexpr auto lanes = std::make_index_sequence<half>();
        return reduce_lanes<Max>(reduce<Max>(half_of<0>(v, lanes), half_of<half>(v, lanes)));
    } else {
        return reduce<Max>(v[0], v[1]);
    }
}

/// One step of reducing the lanes of two vectors: each run of `Run` lanes and the next one become
/// one, first those of x, then those of y.
template <bool Max, std::size_t Run, class V, std::size_t... I>
[[gnu::always_inline]] inline V reduce_runs(V x, V y, std::index_sequence<I...>) {
    constexpr auto first = [](std::size_t lane) { return lane + lane / Run * Run; };
    return reduce<Max>(__builtin_shufflevector(x, y, first(I)...),
                       __builtin_shufflevector(x, y, (first(I) + Run)...));
}

template <bool Max, std::size_t Run, class V>
[[gnu::always_inline]] inline V reduce_vectors(V* rows) {
    if constexpr (Run == 0) {
        return rows[0];
    } else {
        constexpr auto lanes = std::make_index_sequence<lanes_of<V>>();
        for (std::size_t k = 0; k < Run; ++k)
            rows[k] = reduce_runs<Max, Run>(rows[2 * k], rows[2 * k + 1], lanes);
        return reduce_vectors<Max, Run / 2>(rows);
    }
}

/// Reduces each of as many rows as a row has lanes, in the order of reduce_lanes(), each result in
/// a lane of its own. The rows are used up.
template <bool Max, class V>
[[gnu::always_inline]] inline V reduce_lanes_of_rows(V* rows) {
    constexpr std::size_t lanes = lanes_of<V>;
    if constexpr (is_split<V>) {
        decltype(V::low) half[lanes];
        for (std::size_t k = 0; k < lanes; ++k) half[k] = reduce<Max>(rows[k].low, rows[k].high);
        return {reduce_lanes_of_rows<Max>(half), reduce_lanes_of_rows<Max>(half + lanes / 2)};
    } else {
        return reduce_vectors<Max, lanes / 2>(rows);
    }
}

// The first `count` of eight numbers, zeros in the other lanes. What is loaded may be followed by
// so many others that the whole pack is readable.

#if defined(__AVX512F__)
[[gnu::always_inline]] inline __mmask8 mask_of(std::uint32_t count) {
    return static_cast<__mmask8>((1u << count) - 1);
}
[[gnu::always_inline]] inline HalfPack load_some_of_four(const double* p, std::uint32_t count) {
    return _mm256_maskz_loadu_pd(mask_of(count), p);
}
[[gnu::always_inline]] inline Pack load_some(const double* p, std::uint32_t count) {
    return _mm512_maskz_loadu_pd(mask_of(count), p);
}
[[gnu::always_inline]] inline void store_some(double* p, Pack pack, std::uint32_t count) {
    _mm512_mask_storeu_pd(p, mask_of(count), pack);
}
#elif defined(__AVX2__)
[[gnu::always_inline]] inline __m256i mask_of(std::uint32_t count) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(static_cast<long long>(count)),
                              _mm256_setr_epi64x(0, 1, 2, 3));
}
[[gnu::always_inline]] inline HalfPack load_some_of_four(const double* p, std::uint32_t count) {
    return _mm256_maskload_pd(p, mask_of(count));
}
[[gnu::always_inline]] inline Pack load_some(const double* p, std::uint32_t count) {
    return {load_some_of_four(p, count), load_some_of_four(p + 4, count > 4 ? count - 4 : 0)};
}
[[gnu::always_inline]] inline void store_some(double* p, Pack pack, std::uint32_t count) {
    _mm256_maskstore_pd(p, mask_of(count), pack.low);
    _mm256_maskstore_pd(p + 4, mask_of(count > 4 ? count - 4 : 0), pack.high);
}
#else
template <class V>
[[gnu::always_inline]] inline V first_lanes(V v, int count) {
    if constexpr (is_split<V>) {
        return {first_lanes(v.low, count),
                first_lanes(v.high, count - static_cast<int>(lanes_of<decltype(V::low)>))};
    } else {
        return Doubles{0, 1} < static_cast<double>(count) ? v : V{};
    }
}
[[gnu::always_inline]] inline HalfPack load_some_of_four(const double* p, std::uint32_t count) {
    return first_lanes(load<HalfPack>(p), static_cast<int>(count));
}
[[gnu::always_inline]] inline Pack load_some(const double* p, std::uint32_t count) {
    return first_lanes(load<Pack>(p), static_cast<int>(count));
}
[[gnu::always_inline]] inline void store_some(double* p, Pack pack, std::uint32_t count) {
    double cells[pack_doubles];
    store(cells, pack);
    for (std::uint32_t i = 0; i < count; ++i) p[i] = cells[i];
}
#endif

// Lanes from anywhere in a table. AVX-512 permutes tables of one or two registers, where the other
// instruction sets read number by number. The forms with a mask, since g++ 12 warns of the others'
// undefined lanes.

#if defined(__AVX512F__)
inline constexpr __mmask8 all_lanes = 0xff;

[[gnu::always_inline]] inline Words widened(const std::uint8_t (&lanes)[8]) {
    return reinterpret_cast<Words>(_mm512_maskz_cvtepu8_epi64(
        all_lanes, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(lanes))));
}
[[gnu::always_inline]] inline Words widened(Codes lanes) {
    return reinterpret_cast<Words>(
        _mm512_maskz_cvtepu32_epi64(all_lanes, __builtin_bit_cast(__m256i, lanes)));
}
[[gnu::always_inline]] inline Doubles permuted(Doubles table, Words lanes) {
    return _mm512_maskz_permutexvar_pd(all_lanes, reinterpret_cast<__m512i>(lanes), table);
}
[[gnu::always_inline]] inline Doubles permuted(Doubles low, Doubles high, Words lanes) {
    return _mm512_permutex2var_pd(low, reinterpret_cast<__m512i>(lanes), high);
}
[[gnu::always_inline]] inline Doubles gathered(const double* table, Words lanes) {
    return _mm512_mask_i64gather_pd(Doubles{}, all_lanes, reinterpret_cast<__m512i>(lanes), table,
                                    sizeof(double));
}
[[gnu::always_inline]] inline Doubles gathered(const double* table, Codes lanes) {
    return _mm512_mask_i32gather_pd(Doubles{}, all_lanes, __builtin_bit_cast(__m256i, lanes), table,
                                    sizeof(double));
}
#else
[[gnu::always_inline]] inline Doubles gathered(const double* table, Codes lanes) {
    Doubles v{};
    for (std::size_t i = 0; i < register_doubles; ++i) v[i] = table[lanes[i]];
    return v;
}
#endif

/// The numbers of a table of `Size` that the lanes name: 8 or 16, or 0 for any other.
template <int Size>
[[gnu::always_inline]] inline Doubles look_up(const double* table, Codes lanes) {
#if defined(__AVX512F__)
    if constexpr (Size == 8) return permuted(load<Doubles>(table), widened(lanes));
    if constexpr (Size == 16)
        return permuted(load<Doubles>(table), load<Doubles>(table + 8), widened(lanes));
#endif
    return gathered(table, lanes);
}

}  // namespace
}  // namespace pgm::detail::simd
