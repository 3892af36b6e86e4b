# The three libraries, one per top-level folder. A new file in a folder is picked up by itself; a
# folder without sources gives no library.
#
#   pgm::pgm       pgm/       the models and the engine; Boost headers, Eigen and oneTBB
#   pgm::learners  learners/  from data to models
#   pgm::io        io/        files
include(GNUInstallDirs)
set(PGM_INCLUDE_DIR
  ${CMAKE_INSTALL_INCLUDEDIR}/pgm-${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(PGM_LIBRARIES "")

# Objects are position independent whatever the kind of library, so one build's make the other kind
# without being compiled again. The test of the package does that: PGM_OBJECTS is a file which sets,
# for each library, <target>_objects.
if(PGM_OBJECTS)
  include(${PGM_OBJECTS})
endif()

# pgm_add_library(FOLDER TARGET NAME [PUBLIC dependencies...] [PRIVATE dependencies...])
function(pgm_add_library folder target name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  if(NOT sources)
    return()
  endif()
  if(${target}_objects)
    set(sources ${${target}_objects})
    set_source_files_properties(${sources} PROPERTIES EXTERNAL_OBJECT ON)
  endif()
  add_library(${target} ${sources})
  add_library(pgm::${name} ALIAS ${target})
  # Installed libraries find each other by their own place, wherever the package is moved.
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} LINKER_LANGUAGE CXX
    POSITION_INDEPENDENT_CODE ON INSTALL_RPATH "$ORIGIN"
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${PGM_INCLUDE_DIR}>)
  target_link_libraries(${target} PRIVATE
    $<BUILD_INTERFACE:pgm_options> $<BUILD_INTERFACE:pgm_hardening> ${ARGN})
  if(PGM_PRECOMPILE AND target STREQUAL pgm_learners)
    target_precompile_headers(pgm_learners REUSE_FROM pgm_core)
  elseif(PGM_PRECOMPILE)  # pgm_io's are its own: Boost.Serialization defines a macro
    target_precompile_headers(${target} PRIVATE ${PGM_PRECOMPILED_HEADERS})
  endif()
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

pgm_add_library(pgm pgm_core pgm PUBLIC Boost::headers Eigen3::Eigen PRIVATE TBB::tbb)
pgm_add_library(learners pgm_learners learners PUBLIC pgm_core)
pgm_add_library(io pgm_io io PUBLIC pgm_core PRIVATE Boost::serialization ZLIB::ZLIB)

# Kernels once per instruction set; the best one is chosen at run time. On other processors all
# three are the baseline. Vectors wider than the instruction set's own never cross a function
# boundary, hence no word about their ABI.
set(kernels
  pgm/inference/detail/contraction/contraction_run pgm/inference/detail/lanes/block_run
  pgm/inference/detail/joint/joint_fold pgm/model/cpd/detail/kernel_sum)
foreach(kernel ${kernels})
  set_source_files_properties(${kernel}_baseline.cpp PROPERTIES COMPILE_OPTIONS "-Wno-psabi")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set_source_files_properties(${kernel}_avx2.cpp PROPERTIES COMPILE_OPTIONS "-Wno-psabi;-mavx2")
    set_source_files_properties(${kernel}_avx512.cpp PROPERTIES COMPILE_OPTIONS
      "-Wno-psabi;-mavx512f;-mavx512vl;-mavx512dq;-mprefer-vector-width=512")
  endif()
  # Headers precompiled for one instruction set do not fit another.
  set_source_files_properties(${kernel}_baseline.cpp ${kernel}_avx2.cpp ${kernel}_avx512.cpp
    PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endforeach()
set_source_files_properties(pgm/inference/detail/contraction/contraction.cpp PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
# All their operations are exact, hence may be fused.
set_source_files_properties(
  pgm/data/detail/exact/moment_kernels.cpp pgm/data/detail/exact/square_kernels.cpp PROPERTIES
  COMPILE_OPTIONS "-Wno-psabi;-ffp-contract=fast" SKIP_PRECOMPILE_HEADERS ON)
