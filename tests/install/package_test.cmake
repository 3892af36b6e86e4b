# cmake -P script: makes the packages, unpacks them into a root of their own, looks at what is there,
# and builds and runs programs that find them by CMake and by pkg-config.
#
#   SOURCE    the source tree
#   BUILD     the build tree to pack
#   SCRATCH   a folder for the root and the programs' build trees, emptied first
#   CONFIG    the build type
#   COMPILER  the C++ compiler
#   NM        the program that lists symbols
#   MPIRUN    the program that starts ranks of MPI; empty where there is no component for it
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The packages must work from anywhere: nothing in them may point back to where they were made.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/root)
set(prefix ${SCRATCH}/root/usr)
run(${CMAKE_COMMAND} --build ${BUILD} --target pgm_package)
file(GLOB packages ${BUILD}/package/*.deb ${BUILD}/package/*.tar.gz)
find_program(lintian lintian)
foreach(package ${packages})
  if(package MATCHES "deb$")
    run(dpkg-deb --extract ${package} ${SCRATCH}/root)
    if(lintian)
      # CPack itself writes the scripts that call ldconfig beside the trigger.
      run(${lintian} --allow-root --fail-on error,warning
        --suppress-tags maintscript-calls-ldconfig ${package})
    endif()
  else()
    file(ARCHIVE_EXTRACT INPUT ${package} DESTINATION ${SCRATCH}/root)
  endif()
endforeach()
if(packages MATCHES "deb$")
  list(TRANSFORM packages REPLACE ".*/([^_]+)_.*" "\\1")
  if(NOT packages MATCHES "^libpgm-core-dev;libpgm-core[0-9.]+;pgm$")
    message(FATAL_ERROR "the packages are ${packages}")
  endif()
endif()
file(GLOB libraries LIST_DIRECTORIES true ${prefix}/lib/*-linux-*)
if(NOT libraries)
  set(libraries ${prefix}/lib)
endif()

foreach(name
    ${libraries}/libpgm_core.a ${libraries}/libpgm_core.so ${libraries}/libpgm_learners.a
    ${libraries}/libpgm_learners.so ${libraries}/libpgm_io.a ${libraries}/libpgm_io.so
    ${prefix}/share/doc/pgm/copyright ${prefix}/share/doc/pgm/examples/data/asia.bif)
  if(NOT EXISTS ${name})
    message(FATAL_ERROR "the packages have no ${name}")
  endif()
endforeach()
if(EXISTS ${prefix}/pgm)
  message(FATAL_ERROR "the module for Python is in the packages")
endif()
file(GLOB_RECURSE internal LIST_DIRECTORIES true RELATIVE ${prefix} ${prefix}/*)
list(FILTER internal INCLUDE REGEX "/detail(/|$)")
if(internal)
  message(FATAL_ERROR "internal headers are installed: ${internal}")
endif()

file(GLOB shared ${libraries}/libpgm_*.so)
foreach(library ${shared})
  execute_process(COMMAND ${NM} -DC --defined-only ${library} OUTPUT_VARIABLE symbols
    COMMAND_ERROR_IS_FATAL ANY)
  if(NOT symbols MATCHES "pgm::")
    message(FATAL_ERROR "${library} exports nothing of pgm")
  # Shared libraries that tests link export what is internal, too.
  elseif(NOT SHARED_AS_BUILT AND symbols MATCHES "[^\n]*pgm::([a-z_]+::)?detail::[^\n]*")
    message(FATAL_ERROR "${library} exports what is internal: ${CMAKE_MATCH_0}")
  endif()
endforeach()

# The program, its manual page and its completion.
if(EXISTS ${BUILD}/apps/pgm)
  run(${prefix}/bin/pgm example sprinkler)
  execute_process(COMMAND bash -c "source $1; complete -p pgm" bash
    ${prefix}/share/bash-completion/completions/pgm
    OUTPUT_VARIABLE completion COMMAND_ERROR_IS_FATAL ANY)
  if(NOT completion MATCHES "-F _pgm pgm")
    message(FATAL_ERROR "bash does not complete pgm: '${completion}'")
  endif()
  foreach(page pgm pgm-fit pgm-completion)
    set(page ${prefix}/share/man/man1/${page}.1)
    if(EXISTS ${page}.gz)
      run(gzip --decompress --keep ${page}.gz)
    endif()
    file(READ ${page} text)
    if(NOT text MATCHES "^.TH PGM")
      message(FATAL_ERROR "no manual page: '${text}'")
    endif()
  endforeach()
  foreach(script fish/vendor_completions.d/pgm.fish zsh/vendor-completions/_pgm)
    file(READ ${prefix}/share/${script} text)
    if(NOT text MATCHES "missing-cells")
      message(FATAL_ERROR "no completion: '${text}'")
    endif()
  endforeach()
endif()

# Every installed header by itself, and a program with libraries of either kind.
set(options -G Ninja -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/install/headers -B ${SCRATCH}/headers ${options})
run(${CMAKE_COMMAND} --build ${SCRATCH}/headers --parallel 2)
foreach(shared OFF ON)
  set(program ${SCRATCH}/consumer_${shared})
  run(${CMAKE_COMMAND} -S ${SOURCE}/tests/install/consumer -B ${program} ${options}
    -DBUILD_SHARED_LIBS=${shared})
  run(${CMAKE_COMMAND} --build ${program})
  run(${program}/consumer ${program})
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${program}/consumer DIRECTORIES ${libraries}
    RESOLVED_DEPENDENCIES_VAR loaded)
  if(NOT (loaded MATCHES "libpgm_core" OR NOT shared) OR (loaded MATCHES "libpgm_" AND NOT shared))
    message(FATAL_ERROR "with BUILD_SHARED_LIBS=${shared} the program loads ${loaded}")
  endif()
endforeach()

# What is installed without a package has the examples, too; the module for Python is in a wheel, and
# the component for MPI is installed on request.
set(installed ${SCRATCH}/installed)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${installed})
if(EXISTS ${installed}/pgm OR NOT EXISTS ${installed}/share/doc/pgm/examples/data/asia.bif)
  message(FATAL_ERROR "${installed} has the module for Python, or no examples")
endif()
if(MPIRUN)
  run(${CMAKE_COMMAND} --install ${BUILD} --component mpi --prefix ${installed})
  run(${CMAKE_COMMAND} -S ${SOURCE}/tests/install/mpi -B ${SCRATCH}/mpi ${options}
    -DCMAKE_PREFIX_PATH=${installed})
  run(${CMAKE_COMMAND} --build ${SCRATCH}/mpi)
  set(ENV{OMPI_ALLOW_RUN_AS_ROOT} 1)
  set(ENV{OMPI_ALLOW_RUN_AS_ROOT_CONFIRM} 1)
  # More ranks than cores, in the versions 4 and 5 of Open MPI.
  set(ENV{OMPI_MCA_rmaps_base_oversubscribe} 1)
  set(ENV{PRTE_MCA_rmaps_default_mapping_policy} ":oversubscribe")
  execute_process(COMMAND ${MPIRUN} -n 3 ${SCRATCH}/mpi/ranks
    OUTPUT_VARIABLE counted COMMAND_ERROR_IS_FATAL ANY)
  if(NOT counted STREQUAL "6 rows\n")
    message(FATAL_ERROR "three ranks with 1, 2 and 3 rows counted '${counted}'")
  endif()
endif()

find_program(pkg_config pkg-config)
if(pkg_config)
  set(ENV{PKG_CONFIG_PATH} ${libraries}/pkgconfig)
  set(ENV{LD_LIBRARY_PATH} ${libraries})
  execute_process(COMMAND ${pkg_config} --cflags --libs pgm-learners pgm-io
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags)
  run(${COMPILER} -std=c++20 ${SOURCE}/tests/install/consumer/main.cpp -o ${SCRATCH}/by_pkg_config
    ${flags})
  run(${SCRATCH}/by_pkg_config ${SCRATCH})
endif()
