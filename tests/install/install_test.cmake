# cmake -P script of the install tests.
#
#   BUILD     the build tree to install from; with SOURCE given it is made first, with shared libraries when SHARED is on, of the objects that the file OBJECTS lists
#   SCRATCH   a folder for the prefix and the consumer's build tree, emptied first
#   CONSUMER  the consumer's source folder
#   CONFIG    the build type, COMPILER the C++ compiler
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(SOURCE)
  run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -G Ninja -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER} -DBUILD_SHARED_LIBS=${SHARED}
    -DPGM_OBJECTS=${OBJECTS} -DPGM_PRECOMPILE=OFF -DPGM_BUILD_APPS=OFF -DPGM_BUILD_EXAMPLES=OFF -DPGM_BUILD_TESTS=OFF)
  run(${CMAKE_COMMAND} --build ${BUILD} --parallel 2)
endif()

file(REMOVE_RECURSE ${SCRATCH}/prefix ${SCRATCH}/consumer)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)

# The package must work from anywhere: what is found in the moved prefix may not point back to where it was installed.
file(RENAME ${SCRATCH}/prefix ${SCRATCH}/moved_prefix.new)
file(REMOVE_RECURSE ${SCRATCH}/moved_prefix)
file(RENAME ${SCRATCH}/moved_prefix.new ${SCRATCH}/moved_prefix)

run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${SCRATCH}/consumer -G Ninja -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_PREFIX_PATH=${SCRATCH}/moved_prefix)
run(${CMAKE_COMMAND} --build ${SCRATCH}/consumer)
run(${SCRATCH}/consumer/consumer ${SCRATCH}/consumer/rain.bif)
