# Off by default: a compiler newer than those of the CI may warn of more, and that must not keep
# anybody from building. The CI turns it on.
option(PGM_WARNINGS_AS_ERRORS "Stop at compiler warnings" OFF)

# pgm_options: how every target of the project is compiled. Not installed, hence never forced upon
# an embedder.
add_library(pgm_options INTERFACE)
target_compile_features(pgm_options INTERFACE cxx_std_20)
target_compile_options(pgm_options INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Wno-missing-field-initializers
  $<$<BOOL:${PGM_WARNINGS_AS_ERRORS}>:-Werror>
  # Same bits from every compiler on one machine: no contraction into fused multiply-adds where the
  # source does not ask for it.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 warns of "text" + std::string (GCC bug 105329, mended in 13).
  target_compile_options(pgm_options INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # g++ 13 and 14 take a reference that a function returns for one to a text that was made for the
  # call (GCC bug 107532).
  target_compile_options(pgm_options INTERFACE -Wno-dangling-reference)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # g++'s -Wconversion does not warn of changes of sign.
  target_compile_options(pgm_options INTERFACE -Wno-sign-conversion)
endif()
if(PGM_SANITIZE)
  target_compile_options(pgm_options INTERFACE
    -fsanitize=${PGM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The instrumentation hides from g++ what its own library initialises; a sanitizer finds at run
    # time what this would warn of.
    target_compile_options(pgm_options INTERFACE -Wno-maybe-uninitialized)
  endif()
  if(PGM_SANITIZE MATCHES address)
    # What AddressSanitizer finds where memory is used needs no check where its address is made:
    # these are a third of the time that clang takes.
    target_compile_options(pgm_options INTERFACE
      -fno-sanitize=null,vptr,object-size,pointer-overflow)
  endif()
  target_link_options(pgm_options INTERFACE -fsanitize=${PGM_SANITIZE})
endif()

# pgm_hardening: what makes an error of memory end the program instead of being used, for the
# libraries and the program; docs/performance.md tells what it costs. A sanitizer does its own
# checking, and the checks of buffer sizes need an optimising compiler.
add_library(pgm_hardening INTERFACE)
option(PGM_HARDEN "Protect stacks and relocations, and check the sizes of buffers" ON)
if(PGM_HARDEN AND NOT PGM_SANITIZE)
  target_compile_options(pgm_hardening INTERFACE -fstack-protector-strong)
  target_link_options(pgm_hardening INTERFACE LINKER:-z,relro,-z,now)
  set(fortify_level 2)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
    set(fortify_level 3)
  endif()
  set(optimised $<CONFIG:Release,RelWithDebInfo,MinSizeRel>)
  # Distributions may have defined it already, in another strength.
  target_compile_options(pgm_hardening INTERFACE
    $<${optimised}:-U_FORTIFY_SOURCE> $<${optimised}:-D_FORTIFY_SOURCE=${fortify_level}>)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Two ways to compile less. ccache remembers what was compiled before, file by file: for those who
# change the code. A first build takes less than half the time where several sources are compiled as
# one and the tests' headers are precompiled; that is the default where there is no ccache. The
# libraries' own headers are cheap enough: precompiling them would take as long as it saves.
find_program(PGM_CCACHE ccache)
set(first_build_counts OFF)
if(PROJECT_IS_TOP_LEVEL AND NOT PGM_CCACHE)
  set(first_build_counts ON)
endif()
if(PROJECT_IS_TOP_LEVEL)
  option(CMAKE_UNITY_BUILD "Compile several sources as one" ${first_build_counts})
  # 32 of them take two gigabytes of memory to compile.
  cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  math(EXPR memory_per_core "${memory} / ${cores}")
  set(unity_batch 32)
  if(memory_per_core LESS 2500)
    set(unity_batch 16)
  endif()
  set(CMAKE_UNITY_BUILD_BATCH_SIZE ${unity_batch} CACHE STRING "How many of them")
endif()
option(PGM_PRECOMPILE "Precompile the headers that most tests include" ${first_build_counts})
if(CMAKE_UNITY_BUILD)
  # A name at the head of one file may be a local one's in the next.
  target_compile_options(pgm_options INTERFACE -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # So much is read at once that g++ would look for memory to free (kB) many times and find none.
    target_compile_options(pgm_options INTERFACE "SHELL:--param ggc-min-heapsize=1000000")
  endif()
endif()
if(PGM_PRECOMPILE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC bug 105329 again, seen once headers are precompiled.
    target_compile_options(pgm_options INTERFACE
      -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
  endif()
elseif(PGM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PGM_CCACHE})
endif()

# For the command line and the examples: what computes is in the libraries, and they take longer to
# compile than to run.
if(PGM_SANITIZE)
  set(PGM_LITTLE_OPTIMISATION -O0)
else()
  set(PGM_LITTLE_OPTIMISATION $<$<CONFIG:Release>:-O1>)
endif()
