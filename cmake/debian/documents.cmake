# Script of CPack: each of Debian's packages has the licence and a changelog, and what people read
# beside a program is compressed.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} part)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component})
  set(documents ${root}/usr/share/doc/${CPACK_DEBIAN_${part}_PACKAGE_NAME})
  configure_file(${CMAKE_CURRENT_LIST_DIR}/../../LICENSE ${documents}/copyright COPYONLY)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/../../CHANGELOG.md ${documents}/changelog COPYONLY)
  file(GLOB pages ${root}/usr/share/man/man1/*.1)
  execute_process(COMMAND gzip --best --no-name ${documents}/changelog ${pages}
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
