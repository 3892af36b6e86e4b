# `cmake --install build/release` gives what find_package(pgm) finds: pgm::pgm, pgm::learners,
# pgm::io, pgm::checkpoint and pgm::database, as far as they were built, and the modules pgm,
# pgm-learners, pgm-io and pgm-database of pkg-config. `--component mpi` adds pgm::mpi and pgm-mpi.
# Static and shared libraries may be installed side by side (cmake/package.cmake), which packs the
# components program, libraries and development by themselves.
include(CMakePackageConfigHelpers)
set(PGM_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/pgm)

# The installed program finds the libraries beside it when they are shared.
if(BUILD_SHARED_LIBS)
  file(RELATIVE_PATH pgm_bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
  set(CMAKE_INSTALL_RPATH "$ORIGIN/${pgm_bin_to_lib}")
endif()

# The library for databases has targets of its own: who links another one needs no SQLite.
function(pgm_install_libraries export)
  install(TARGETS ${ARGN} EXPORT ${export}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries
      NAMELINK_COMPONENT development)
endfunction()
set(most_libraries ${PGM_LIBRARIES})
list(REMOVE_ITEM most_libraries pgm_database)
pgm_install_libraries(pgmTargets ${most_libraries})
if(BUILD_SHARED_LIBS)
  set(PGM_KIND shared)
  set(PGM_OTHER_KIND static)
else()
  set(PGM_KIND static)
  set(PGM_OTHER_KIND shared)
endif()
install(EXPORT pgmTargets FILE pgm-${PGM_KIND}.cmake NAMESPACE pgm::
  DESTINATION ${PGM_CMAKE_DIR} COMPONENT development)
if(PGM_DATABASE)
  pgm_install_libraries(pgmDatabaseTargets pgm_database)
  install(EXPORT pgmDatabaseTargets FILE pgm-database-${PGM_KIND}.cmake NAMESPACE pgm::
    DESTINATION ${PGM_CMAKE_DIR} COMPONENT development)
endif()

# The include root of the package is the root of the source tree: <pgm/model/network.hpp> names the
# same file in both. What lies below detail/ is internal; no public header includes it.
foreach(folder pgm learners io)
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder} DESTINATION ${PGM_INCLUDE_DIR} COMPONENT development
      FILES_MATCHING PATTERN "*.hpp" PATTERN detail EXCLUDE)
  endif()
endforeach()
if(PGM_DATABASE)
  install(DIRECTORY sources/checkpoint sources/database DESTINATION ${PGM_INCLUDE_DIR}/sources
    COMPONENT development FILES_MATCHING PATTERN "*.hpp" PATTERN detail EXCLUDE)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/pgmConfig.cmake.in
  ${PROJECT_BINARY_DIR}/pgmConfig.cmake INSTALL_DESTINATION ${PGM_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pgmConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pgmConfig.cmake ${PROJECT_BINARY_DIR}/pgmConfigVersion.cmake
  DESTINATION ${PGM_CMAKE_DIR} COMPONENT development)

# pgm_add_module(NAME LIBRARY REQUIRED PRIVATE_MODULES PRIVATE_LIBRARIES DESCRIPTION): a module of
# pkg-config. What is private belongs to `pkg-config --static`.
function(pgm_add_module name library required private_modules private_libraries description)
  set(file ${PROJECT_BINARY_DIR}/${name}.pc)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/module.pc.in ${file} @ONLY)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()
file(RELATIVE_PATH pgm_pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
pgm_add_module(pgm pgm_core eigen3 tbb "" "Probabilistic graphical models")
pgm_add_module(pgm-learners pgm_learners pgm "" "" "From data to models")
pgm_add_module(pgm-io pgm_io pgm "zlib libzstd pugixml" -lboost_serialization "Files of models and of data")
if(PGM_DATABASE)
  pgm_add_module(pgm-database pgm_database "pgm-learners pgm-io" sqlite3 -ldl
    "Rows and counts of databases")
endif()

# On request alone, `cmake --install DIR --component mpi`: few who install pgm have an MPI.
if(TARGET pgm_mpi)
  set(PGM_MPI_COMPONENT COMPONENT mpi EXCLUDE_FROM_ALL)
  install(TARGETS pgm_ranks pgm_mpi EXPORT pgmMpiTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${PGM_MPI_COMPONENT})
  install(EXPORT pgmMpiTargets FILE pgm-mpi.cmake NAMESPACE pgm::
    DESTINATION ${PGM_CMAKE_DIR} ${PGM_MPI_COMPONENT})
  install(DIRECTORY sources/ranks DESTINATION ${PGM_INCLUDE_DIR}/sources ${PGM_MPI_COMPONENT}
    FILES_MATCHING PATTERN "*.hpp" PATTERN detail EXCLUDE)
endif()

# What people read, under the names that Debian's packages have, and the networks and tables of the
# documentation: in the folder that holds them, its commands can be typed as they are.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program RENAME copyright)
install(FILES CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program RENAME changelog)
install(DIRECTORY examples/data DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT program)
