! Calls each function as programs do that were written for timemory's module.
program regions
    use timemory
    use, intrinsic :: iso_c_binding, only : C_INT32_T, C_INT64_T
    implicit none
    integer(C_INT64_T) :: id
    integer(C_INT32_T) :: tools
    integer :: i

    call timemory_init_library("regions")
    if (.not. timemory_library_is_initialized()) error stop "not initialized"
    call timemory_set_default("wall_clock, trip_count")
    call timemory_push_region("main")
    call timemory_add_components("peak_rss")
    call timemory_push_region("inner")
    call timemory_pop_region("inner   ")
    call timemory_remove_components("peak_rss")
    do i = 1, 3
        id = timemory_get_begin_record("indexed")
        call timemory_push_components("page_rss")
        call timemory_push_region("unseen by the wall clock")
        call timemory_pop_region("unseen by the wall clock")
        call timemory_pop_components()
        call timemory_end_record(id)
    end do
    call timemory_begin_record_types("typed", id, "wall_clock")
    call timemory_end_record(id)
    call timemory_pause()
    call timemory_push_region("hidden")
    call timemory_pop_region("hidden")
    call timemory_resume()
    tools = timemory_bundle_create("trip_count,wall_clock")
    if (tools == 0) error stop "no bundle"
    call timemory_bundle_push(tools, "bundle")
    call timemory_end_record(timemory_bundle_begin(tools, "record"))
    call timemory_bundle_pop(tools, "bundle")
    call timemory_pop_region("main")
    call timemory_finalize_library()
    if (timemory_library_is_initialized()) error stop "not finalized"
end program
