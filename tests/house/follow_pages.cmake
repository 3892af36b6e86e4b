# cmake -P script of the test that follows pages of docs/.
#
#   CODE       the program documented_code
#   SOURCE     the source tree
#   SCRATCH    a folder for the copy of the tree and its build tree; what is up to date there stays
#   PAGES      the pages, relative to SOURCE, separated by commas
#   LIBRARIES  the libraries of the build tree, separated by commas
#   UNITED     as in followed/CMakeLists.txt
#   PGM_CCACHE, PGM_DATABASE, PGM_BUILD_MPI  the same
#   COMPILER   the C++ compiler
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

string(REPLACE "," "\;" LIBRARIES ${LIBRARIES})
string(REPLACE "," ";" PAGES ${PAGES})
run(${CODE} follow ${SOURCE} ${SCRATCH}/tree ${SCRATCH}/sources.txt ${PAGES})
# Compiled to be run once, for a second, hence without optimisation.
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/house/followed -B ${SCRATCH}/build -G Ninja
  -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O0 -DCMAKE_CXX_COMPILER=${COMPILER}
  -DPGM_WARNINGS_AS_ERRORS=ON -DTREE=${SCRATCH}/tree -DLIST=${SCRATCH}/sources.txt
  -DUNITED=${UNITED} "-DPGM_CCACHE=${PGM_CCACHE}" -DPGM_DATABASE=${PGM_DATABASE}
  -DPGM_BUILD_MPI=${PGM_BUILD_MPI} "-DLIBRARIES=${LIBRARIES}")
run(${CMAKE_COMMAND} --build ${SCRATCH}/build --parallel 2)
# Without optimisation those left out would take as long as all others; what they promise of a format
# is tested of each in the build tree itself.
run(${SCRATCH}/build/followed_tests "~[full]~\"*mutated*\"~\"*cut at any byte*\"~\"*after every format\"")
