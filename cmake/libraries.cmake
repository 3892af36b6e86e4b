# The libraries, one per folder. A new file in a folder is picked up by itself; a folder without
# sources gives no library.
#
#   pgm::pgm       pgm/               the models and the engine; Boost headers, Eigen and oneTBB
#   pgm::learners  learners/          from data to models
#   pgm::io        io/                files
#   pgm::checkpoint sources/checkpoint/ sums that are saved while they are taken, with PGM_DATABASE
#   pgm::database  sources/database/  rows and counts of SQLite and PostgreSQL, with PGM_DATABASE
#   pgm::ranks     sources/ranks/     rows and sums of several processes, with PGM_BUILD_APPS
#   pgm::mpi       sources/ranks/mpi_ranks*  the processes of MPI, with PGM_BUILD_MPI
include(GNUInstallDirs)
set(PGM_INCLUDE_DIR
  ${CMAKE_INSTALL_INCLUDEDIR}/pgm-${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(PGM_LIBRARIES "")

# Installed libraries find each other by their own place, wherever the package is moved. Those of
# the distribution are found without.
set(PGM_LIBRARY_RPATH "$ORIGIN")
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(PGM_LIBRARY_RPATH "")
endif()

# Objects are position independent whatever the kind of library, so one build's make the other kind
# without being compiled again: PGM_OBJECTS is the objects.cmake of a build tree. It sets, for each
# library, <target>_objects.
if(PGM_OBJECTS)
  include(${PGM_OBJECTS})
endif()

# pgm_add_library(FOLDER TARGET NAME [PUBLIC dependencies...] [PRIVATE dependencies...])
function(pgm_add_library folder target name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_simd\\.cpp$")
  if(NOT sources)
    return()
  endif()
  if(${target}_objects)
    set(sources ${${target}_objects})
    set_source_files_properties(${sources} PROPERTIES EXTERNAL_OBJECT ON)
  endif()
  add_library(${target} ${sources})
  add_library(pgm::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} LINKER_LANGUAGE CXX
    POSITION_INDEPENDENT_CODE ON INSTALL_RPATH "${PGM_LIBRARY_RPATH}"
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Nobody replaces a function of these libraries by another of its name when they are loaded, so
  # calls within a library may be compiled inline although its code is position independent.
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  if(PGM_BUILD_FUZZERS AND target STREQUAL pgm_io)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${PGM_INCLUDE_DIR}>)
  target_link_libraries(${target} PRIVATE
    $<BUILD_INTERFACE:pgm_options> $<BUILD_INTERFACE:pgm_hardening> ${ARGN})
  # Tests and benchmarks look behind the scenes; a shared library for everybody else does not let
  # them.
  if(BUILD_SHARED_LIBS AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT PGM_BUILD_TESTS
      AND NOT PGM_BUILD_BENCH)
    set(map ${PROJECT_SOURCE_DIR}/cmake/internal_symbols.map)
    target_link_options(${target} PRIVATE LINKER:--version-script=${map})
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
  endif()
  set(PGM_LIBRARIES ${PGM_LIBRARIES} ${target} PARENT_SCOPE)
endfunction()

if(PGM_BUILD_FUZZERS)
  # What reads a text, the library of files and these sources, has the counters of branches by which
  # libFuzzer chooses its inputs. It goes through all of them after every input, so that those of
  # the engine would make it several times as slow.
  file(GLOB reading ${PROJECT_SOURCE_DIR}/pgm/query/parse.cpp
    ${PROJECT_SOURCE_DIR}/pgm/query/detail/parse_*.cpp ${PROJECT_SOURCE_DIR}/pgm/core/text/lexer.cpp
    ${PROJECT_SOURCE_DIR}/pgm/model/structure_text.cpp
    ${PROJECT_SOURCE_DIR}/pgm/model/detail/*_text.cpp)
  set_source_files_properties(${reading} PROPERTIES COMPILE_OPTIONS -fsanitize=fuzzer-no-link)
endif()
pgm_add_library(pgm pgm_core pgm PUBLIC Boost::headers Eigen3::Eigen PRIVATE TBB::tbb)
pgm_add_library(learners pgm_learners learners PUBLIC pgm_core)
pgm_add_library(io pgm_io io PUBLIC pgm_core PRIVATE Boost::serialization ZLIB::ZLIB
  zstd::libzstd_shared pugixml::pugixml)
if(TARGET pgm_io AND NOT pgm_io_objects)
  include(${PROJECT_SOURCE_DIR}/cmake/page_texts.cmake)
endif()
if(PGM_DATABASE)
  pgm_add_library(sources/checkpoint pgm_checkpoint checkpoint PUBLIC pgm_learners pgm_io)
  pgm_add_library(sources/database pgm_database database PUBLIC pgm_learners pgm_io
    PRIVATE SQLite::SQLite3 ${CMAKE_DL_LIBS})
  # libpq is loaded where a database of PostgreSQL is opened, and not linked.
  target_include_directories(pgm_database SYSTEM PRIVATE ${PostgreSQL_INCLUDE_DIRS})
endif()
if(PGM_BUILD_APPS AND TARGET pgm::learners AND TARGET pgm::io)
  file(GLOB_RECURSE ranks CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sources/ranks/*.cpp)
  set(mpi_ranks ${PROJECT_SOURCE_DIR}/sources/ranks/mpi_ranks.cpp)
  list(REMOVE_ITEM ranks ${mpi_ranks})
  add_library(pgm_ranks STATIC ${ranks})
  set_target_properties(pgm_ranks PROPERTIES POSITION_INDEPENDENT_CODE ON EXPORT_NAME ranks)
  target_link_libraries(pgm_ranks PUBLIC pgm::learners pgm::io
    PRIVATE $<BUILD_INTERFACE:pgm_options> $<BUILD_INTERFACE:pgm_hardening>)
  if(PGM_BUILD_MPI)
    add_library(pgm_mpi STATIC ${mpi_ranks})
    add_library(pgm::mpi ALIAS pgm_mpi)
    set_target_properties(pgm_mpi PROPERTIES POSITION_INDEPENDENT_CODE ON EXPORT_NAME mpi)
    target_link_libraries(pgm_mpi PUBLIC pgm_ranks
      PRIVATE $<BUILD_INTERFACE:pgm_options> $<BUILD_INTERFACE:pgm_hardening> Boost::mpi
        Boost::serialization MPI::MPI_CXX)
  endif()
endif()

# Kernels, *_simd.cpp, are compiled once per instruction set; the best build is chosen at run time
# (pgm/core/simd/detail/dispatch.hpp). Processors of another family have the baseline only. Vectors
# wider than the instruction set's own never cross a function boundary, hence no word about their
# ABI.
set(PGM_KERNELS all CACHE STRING
  "Instruction sets of the kernels: all, or native, which is the best that this machine has")
if(PGM_KERNELS STREQUAL "native" AND (PGM_BUILD_TESTS OR PGM_BUILD_BENCH))
  message(FATAL_ERROR "tests and benchmarks compare all instruction sets: PGM_KERNELS=all")
endif()
set(instruction_sets Baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND instruction_sets Avx2 Avx512)
  set(Avx2_options -mavx2 -mfma)
  set(Avx512_options -mavx512f -mavx512vl -mavx512dq -mprefer-vector-width=512)
  if(PGM_KERNELS STREQUAL "native")
    # As dispatch.hpp chooses at run time.
    try_run(PGM_NATIVE_SET PGM_NATIVE_SET_COMPILED ${PROJECT_BINARY_DIR}/native_set
      ${PROJECT_SOURCE_DIR}/cmake/native_set.cpp
      CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR} CXX_STANDARD 20)
    list(GET instruction_sets ${PGM_NATIVE_SET} instruction_sets)
    target_compile_definitions(pgm_core PRIVATE PGM_ONLY_INSTRUCTION_SET=${instruction_sets})
  endif()
endif()
file(GLOB_RECURSE kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/pgm/*_simd.cpp)
# All operations of exact sums are exact, hence may be fused.
set_source_files_properties(${PROJECT_SOURCE_DIR}/pgm/data/detail/exact/exact_simd.cpp PROPERTIES
  COMPILE_OPTIONS -ffp-contract=fast)
set(pgm_core_kernels "")
foreach(instruction_set ${instruction_sets})
  if(pgm_core_objects)
    break()
  endif()
  string(TOLOWER pgm_kernels_${instruction_set} target)
  add_library(${target} OBJECT ${kernels})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE pgm_options pgm_hardening Boost::headers)
  target_compile_definitions(${target} PRIVATE PGM_INSTRUCTION_SET=${instruction_set})
  # What everything else waits for; the demo's build compiles the rest with less optimisation.
  target_compile_options(${target} PRIVATE -Wno-psabi $<$<CONFIG:Release>:-O3>
    ${${instruction_set}_options})
  target_sources(pgm_core PRIVATE $<TARGET_OBJECTS:${target}>)
  list(APPEND pgm_core_kernels ${target})
endforeach()

set(objects "")
foreach(library ${PGM_LIBRARIES})
  set(parts $<TARGET_OBJECTS:${library}>)
  if(library STREQUAL pgm_core)
    list(TRANSFORM pgm_core_kernels REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE kernels)
    list(APPEND parts ${kernels})
  endif()
  string(APPEND objects "set(${library}_objects \"${parts}\")\n")
endforeach()
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/objects.cmake CONTENT "${objects}")
