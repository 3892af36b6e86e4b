# `cmake --install build/release` gives what find_package(pgm) finds: pgm::pgm, pgm::learners and
# pgm::io, as far as they were built.
include(CMakePackageConfigHelpers)
set(PGM_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/pgm)

# The installed program finds the libraries beside it when they are shared.
file(RELATIVE_PATH pgm_bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set(CMAKE_INSTALL_RPATH "$ORIGIN/${pgm_bin_to_lib}")

install(TARGETS ${PGM_LIBRARIES} EXPORT pgmTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT pgmTargets NAMESPACE pgm:: DESTINATION ${PGM_CMAKE_DIR})

# The include root of the package is the root of the source tree: <pgm/model/network.hpp> names the
# same file in both. What lies below detail/ is internal; no public header includes it.
foreach(folder pgm learners io)
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder} DESTINATION ${PGM_INCLUDE_DIR} FILES_MATCHING
      PATTERN "*.hpp" PATTERN detail EXCLUDE)
  endif()
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/pgmConfig.cmake.in
  ${PROJECT_BINARY_DIR}/pgmConfig.cmake INSTALL_DESTINATION ${PGM_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pgmConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pgmConfig.cmake ${PROJECT_BINARY_DIR}/pgmConfigVersion.cmake
  DESTINATION ${PGM_CMAKE_DIR})
