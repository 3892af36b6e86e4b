# `cmake --build build/release --target pgm_package` makes three packages for Debian and Ubuntu in
# build/release/package:
#
#   pgm                the program, its manual pages, completions and examples
#   libpgm-core0.1     the shared libraries
#   libpgm-core-dev    headers, static libraries, and files for CMake and pkg-config
#
# They are named after the first library, since libpgm and libpgm-dev are OpenPGM's. The libraries
# of both kinds are made, in trees of their own that know the paths of the distribution, of the
# objects that are there. The package for Python is a wheel (scripts/wheel).
find_program(PGM_DPKG_DEB dpkg-deb)
set(library_folder lib)
if(CMAKE_LIBRARY_ARCHITECTURE AND PGM_DPKG_DEB)
  set(library_folder lib/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
set(static ${PROJECT_BINARY_DIR}/static)
set(shared ${PROJECT_BINARY_DIR}/shared)

# Elsewhere it is one archive of the same tree.
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INCLUDE_TOPLEVEL_DIRECTORY OFF)
set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY OFF)
if(PGM_DPKG_DEB)
  set(CPACK_GENERATOR DEB)
  # CPack takes the third word of a project as the end of a variable that names its components.
  set(CPACK_INSTALL_CMAKE_PROJECTS "${shared};pgm;SHARED;/;${static};pgm;STATIC;/")
  set(CPACK_COMPONENTS_SHARED libraries development)
  set(CPACK_COMPONENTS_STATIC development)
  set(CPACK_COMPONENTS_ALL libraries development)
  if(PGM_BUILD_APPS)
    list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};pgm;PROGRAM;/")
    set(CPACK_COMPONENTS_PROGRAM program)
    list(APPEND CPACK_COMPONENTS_ALL program)
  endif()
else()
  set(CPACK_GENERATOR TGZ)
  set(CPACK_INSTALL_CMAKE_PROJECTS
    "${shared};pgm;ALL;/;${static};pgm;ALL;/;${PROJECT_BINARY_DIR};pgm;program;/")
endif()
set(PGM_PACKAGE_CONTACT "pgm developers <maintainers@pgm.example.org>" CACHE STRING
  "Who answers for the packages, a name and an address")
set(CPACK_PACKAGE_CONTACT ${PGM_PACKAGE_CONTACT})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# What the program and the shared libraries load, and what programs linked with these then need.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${shared})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/documents.cmake)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME pgm)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "The program: networks and classifiers from files and from tables of
 data; posteriors, most probable explanations, structures, predictions and
 pictures.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS libpq5)  # loaded for databases of PostgreSQL
set(abi ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME libpgm-core${abi})
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SUGGESTS libpq5)
set(CPACK_DEBIAN_LIBRARIES_DESCRIPTION "Shared libraries: the inference engine, the learners and the formats that the
 program pgm is made of, for programs in C++.")
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpgm-core-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libpgm-core${abi} (= ${PROJECT_VERSION}), libboost-dev, libeigen3-dev")
# What programs with the static libraries link.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS
  "libboost-serialization-dev, libtbb-dev, zlib1g-dev, libzstd-dev, libpugixml-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS libsqlite3-dev)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "Headers and static libraries: what programs in C++20 are compiled and linked
 with to define Bayesian networks, to learn them from data and to ask questions.")
include(CPack)

# What is installed of this tree, made before it is packed.
set(parts ${PGM_LIBRARIES})
if(PGM_BUILD_APPS)
  list(APPEND parts pgm)
endif()
set(configure ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -G ${CMAKE_GENERATOR}
  -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
  -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=${library_folder}
  -DPGM_OBJECTS=${PROJECT_BINARY_DIR}/objects.cmake -DPGM_PRECOMPILE=OFF
  -DPGM_DATABASE=${PGM_DATABASE} -DPGM_BUILD_APPS=OFF -DPGM_BUILD_TESTS=OFF)
add_custom_target(pgm_package
  COMMAND ${configure} -B ${static} -DBUILD_SHARED_LIBS=OFF
  COMMAND ${CMAKE_COMMAND} --build ${static}
  COMMAND ${configure} -B ${shared} -DBUILD_SHARED_LIBS=ON
  COMMAND ${CMAKE_COMMAND} --build ${shared}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${CPACK_PACKAGE_DIRECTORY}
  COMMAND ${CMAKE_CPACK_COMMAND} --config CPackConfig.cmake
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR} DEPENDS ${parts} VERBATIM
  COMMENT "Packing ${PROJECT_BINARY_DIR}")
