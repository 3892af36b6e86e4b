# cmake -P script: builds and runs a program that takes the source tree in by add_subdirectory. The
# libraries are made of objects that are there already.
#
#   SCRATCH  a folder for the build tree and what it installs, emptied first
#
# and the others as in package_test.cmake.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/install/consumer -B ${SCRATCH}/build -G Ninja
  -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER}
  -DPGM_SOURCE=${SOURCE} -DPGM_OBJECTS=${BUILD}/objects.cmake)
run(${CMAKE_COMMAND} --build ${SCRATCH}/build --parallel 2)
run(${SCRATCH}/build/consumer ${SCRATCH}/build)

run(${CMAKE_COMMAND} --install ${SCRATCH}/build --prefix ${SCRATCH}/prefix)
file(GLOB_RECURSE installed ${SCRATCH}/prefix/*)
if(installed)
  message(FATAL_ERROR "a project that contains pgm installs ${installed}")
endif()
