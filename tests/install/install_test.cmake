# cmake -P script: installs the package, looks at what was installed, and builds and runs a program
# that finds it.
#
#   BUILD        the build tree to install from
#   MAKE_SHARED  if given, BUILD is made first of OBJECTS, with shared libraries if it is ON
#   SCRATCH      a folder for the prefix and the program's build tree, emptied first
#   HEADERS      whether to compile every installed header by itself
#
# and SOURCE, the source tree; OBJECTS, the file that lists what its libraries are made of; CONFIG,
# the build type; COMPILER, the C++ compiler; NM, the program that lists symbols.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(options -G Ninja -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER})
if(DEFINED MAKE_SHARED)
  run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} ${options} -DBUILD_SHARED_LIBS=${MAKE_SHARED}
    -DPGM_OBJECTS=${OBJECTS} -DPGM_PRECOMPILE=OFF
    -DPGM_BUILD_APPS=OFF -DPGM_BUILD_EXAMPLES=OFF -DPGM_BUILD_TESTS=OFF)
  run(${CMAKE_COMMAND} --build ${BUILD} --parallel 2)
endif()

file(REMOVE_RECURSE ${SCRATCH}/prefix ${SCRATCH}/consumer)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)

# The package must work from anywhere: what is found in the moved prefix may not point back to where
# it was installed.
set(prefix ${SCRATCH}/moved_prefix)
file(REMOVE_RECURSE ${prefix})
file(RENAME ${SCRATCH}/prefix ${prefix})

file(GLOB_RECURSE installed LIST_DIRECTORIES true RELATIVE ${prefix} ${prefix}/*)
list(FILTER installed INCLUDE REGEX "/detail(/|$)")
if(installed)
  message(FATAL_ERROR "internal headers are installed: ${installed}")
endif()

# Shared libraries that tests link export what is internal, too.
file(GLOB_RECURSE shared ${prefix}/libpgm_*.so)
if(DEFINED MAKE_SHARED)
  foreach(library ${shared})
    execute_process(COMMAND ${NM} -DC --defined-only ${library} OUTPUT_VARIABLE symbols
      COMMAND_ERROR_IS_FATAL ANY)
    if(NOT symbols MATCHES "pgm::")
      message(FATAL_ERROR "${library} exports nothing of pgm")
    elseif(symbols MATCHES "[^\n]*pgm::([a-z_]+::)?detail::[^\n]*")
      message(FATAL_ERROR "${library} exports what is internal: ${CMAKE_MATCH_0}")
    endif()
  endforeach()
endif()

if(HEADERS)
  run(${CMAKE_COMMAND} -S ${SOURCE}/tests/install/headers -B ${SCRATCH}/headers ${options}
    -DCMAKE_PREFIX_PATH=${prefix})
  run(${CMAKE_COMMAND} --build ${SCRATCH}/headers --parallel 2)
endif()
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/install/consumer -B ${SCRATCH}/consumer ${options}
  -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${SCRATCH}/consumer)
run(${SCRATCH}/consumer/consumer ${SCRATCH}/consumer)
