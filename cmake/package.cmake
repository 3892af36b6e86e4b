# `cmake --build build/release --target pgm_package` makes a package for Debian and Ubuntu,
# build/release/package/pgm_VERSION_ARCHITECTURE.deb, of what `cmake --install` installs. The libraries are
# in it in both kinds: those of the other kind are made of the objects that are there.
set(other ${PROJECT_BINARY_DIR}/${PGM_OTHER_KIND})
if(BUILD_SHARED_LIBS)
  set(other_is_shared OFF)
  set(shared ${PROJECT_BINARY_DIR})
else()
  set(other_is_shared ON)
  set(shared ${other})
endif()

# Elsewhere it is an archive of the same tree.
find_program(PGM_DPKG_DEB dpkg-deb)
set(CPACK_GENERATOR TGZ)
if(PGM_DPKG_DEB)
  set(CPACK_GENERATOR DEB)
endif()
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INCLUDE_TOPLEVEL_DIRECTORY OFF)
set(CPACK_INSTALL_CMAKE_PROJECTS
  "${other};pgm;ALL;/;${PROJECT_BINARY_DIR};pgm;ALL;/")
set(CPACK_PACKAGE_CONTACT "pgm developers")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Bayesian networks: exact answers from the command line
 The program pgm, and the C++20 libraries that it is made of, static and shared.")
# The libraries that the program and the shared libraries load. Writing programs takes the headers
# of others, too.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${shared})
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "libboost-serialization-dev, libeigen3-dev, libtbb-dev, zlib1g-dev, libzstd-dev,
 libpugixml-dev, libsqlite3-dev, libpq-dev")
include(CPack)

# What is installed of this tree, made before it is packed.
set(parts ${PGM_LIBRARIES})
if(PGM_BUILD_APPS)
  list(APPEND parts pgm)
endif()
add_custom_target(pgm_package
  COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${other} -G ${CMAKE_GENERATOR}
    -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    -DBUILD_SHARED_LIBS=${other_is_shared} -DPGM_OBJECTS=${PROJECT_BINARY_DIR}/objects.cmake
    -DPGM_PRECOMPILE=OFF -DPGM_DATABASE=${PGM_DATABASE} -DPGM_BUILD_APPS=OFF
    -DPGM_BUILD_EXAMPLES=OFF -DPGM_BUILD_TESTS=OFF
  COMMAND ${CMAKE_COMMAND} --build ${other}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${CPACK_PACKAGE_DIRECTORY}
  COMMAND ${CMAKE_CPACK_COMMAND} --config CPackConfig.cmake
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR} DEPENDS ${parts} VERBATIM
  COMMENT "Packing ${PROJECT_BINARY_DIR}")
