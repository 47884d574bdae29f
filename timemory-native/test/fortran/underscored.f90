! Without the module: the names that the compiler generates itself.
program underscored
    use, intrinsic :: iso_c_binding, only : C_INT64_T
    implicit none
    external :: timemory_push_region, timemory_pop_region, timemory_finalize_library, timemory_begin_record
    integer(C_INT64_T) :: id

    call timemory_push_region("plain"//char(0))
    call timemory_begin_record("record"//char(0), id)
    if (id < 0) error stop "not recorded"
    call timemory_pop_region("plain"//char(0))
    call timemory_finalize_library()
end program
