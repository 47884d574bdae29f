! Named trackers: what the program stores, combined by functions, with secondary values.
module combinations
    use, intrinsic :: iso_c_binding, only : C_DOUBLE, C_INT64_T
    implicit none

contains

    function added(before, number) result(combined)
        integer(C_INT64_T), intent(in) :: before, number
        integer(C_INT64_T) :: combined
        combined = before + number
    end function

    function larger(before, number) result(combined)
        real(C_DOUBLE), intent(in) :: before, number
        real(C_DOUBLE) :: combined
        combined = max(before, number)
    end function

end module combinations

program trackers
    use timemory
    use combinations
    use, intrinsic :: iso_c_binding, only : C_DOUBLE, C_INT32_T, C_INT64_T
    implicit none
    integer(C_INT32_T) :: iterations, load
    integer(C_INT64_T) :: large
    real(C_DOUBLE) :: number
    logical :: done
    integer :: i

    iterations = timemory_tracker_create("iterations", "Iterations of the solver", "", TIMEMORY_TRACKER_UNSIGNED)
    load = timemory_tracker_create("load", "Load", "", TIMEMORY_TRACKER_FLOATING)
    if (iterations == 0 .or. load == 0) error stop "not created"
    if (timemory_tracker_create("wall_clock", "taken", "", TIMEMORY_TRACKER_INTEGER) /= 0) error stop "taken"
    if (index(timemory_error(), "is taken") == 0) error stop "no reason"
    if (timemory_tracker_find("load") /= load .or. timemory_tracker_find("data_tracker_integer") == 0) error stop "not found"

    call timemory_push_components("wall_clock,iterations,load")
    call timemory_push_region("solve")
    do i = 1, 3
        call timemory_tracker_store(iterations, i, added)
    end do
    call timemory_tracker_store(iterations, -1, done=done)
    if (done .or. index(timemory_error(), "below 0") == 0) error stop "negative"
    call timemory_tracker_value(iterations, large, done)
    if (.not. done .or. large /= 6) error stop "value"
    call timemory_tracker_add_secondary(iterations, "warm", 2)
    call timemory_tracker_add_secondary(iterations, "warm", 5_C_INT64_T)
    call timemory_tracker_mark_begin(load, 1.5_C_DOUBLE)
    call timemory_tracker_mark_end(load, 4.0_C_DOUBLE)
    call timemory_tracker_add_secondary(load, "largest", 3.0_C_DOUBLE, larger)
    call timemory_tracker_add_secondary(load, "largest", 2.0_C_DOUBLE, larger)
    call timemory_tracker_secondary(load, "largest", number, done)
    if (.not. done .or. abs(number - 3) > 0) error stop "secondary"
    call timemory_tracker_secondary(load, "none", number, done)
    if (done) error stop "nothing there"
    call timemory_pop_region("solve")
    call timemory_pop_components()
    call timemory_tracker_track(load, "step", 0.5_C_DOUBLE)
    call timemory_tracker_track(iterations, "step", 7)
    call timemory_tracker_store(load, 1.0_C_DOUBLE, done=done)
    if (done .or. index(timemory_error(), "no region with load is open") == 0) error stop "no region"
    call timemory_finalize_library()
end program
