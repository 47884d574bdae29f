# find_package(timemory) gives
#
#   timemory::timemory   for C and C++
#   timemory::fortran    besides, for Fortran: compiles the module with the program

get_filename_component(_timemory_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET timemory::timemory)
    add_library(timemory::timemory SHARED IMPORTED)
    set_target_properties(timemory::timemory PROPERTIES
        IMPORTED_LOCATION "${_timemory_prefix}/lib/libtimemory.so"
        IMPORTED_SONAME libtimemory.so.0
        INTERFACE_INCLUDE_DIRECTORIES "${_timemory_prefix}/include")

    add_library(timemory::fortran INTERFACE IMPORTED)
    set_target_properties(timemory::fortran PROPERTIES
        INTERFACE_SOURCES "${_timemory_prefix}/include/timemory/timemory.f90"
        INTERFACE_LINK_LIBRARIES timemory::timemory)
endif()

unset(_timemory_prefix)
