! C library functions that Fortran calls, wrapped and counted; those that cannot be are rejected with a reason.
program gotchas
    use timemory
    use, intrinsic :: iso_c_binding, only : C_ASSOCIATED, C_INT64_T, C_LONG, C_PTR
    implicit none
    interface
        function labs(number) result(positive) bind(C, name="labs")
            import :: C_LONG
            integer(C_LONG), value :: number
            integer(C_LONG) :: positive
        end function
    end interface
    type(C_PTR) :: counting, measuring
    integer(C_INT64_T) :: calls, total
    double precision :: angle, all
    integer :: i

    if (C_ASSOCIATED(timemory_gotcha_create("wall_clok", 0))) error stop "an unknown component"
    if (index(timemory_error(), "wall_clock") == 0) error stop "the nearest component is named"
    measuring = timemory_gotcha_create("wall_clock", 1)
    if (timemory_gotcha_wrap(measuring, "expl", "long double(long double)")) error stop "a long double"
    if (index(timemory_error(), "'long double' is not one of") == 0) error stop "why not a long double"
    if (timemory_gotcha_start(measuring)) error stop "of no function"
    if (.not. timemory_gotcha_wrap(measuring, "cos  ", "f64(f64)")) error stop "with a signature"
    if (.not. timemory_gotcha_wrap(measuring, "sin")) error stop "without a signature"
    counting = timemory_gotcha_create("", 0)
    if (.not. timemory_gotcha_count(counting, "labs", 0)) error stop "counted"
    if (.not. timemory_gotcha_count(counting, "cos", -1)) error stop "counted as well"
    if (.not. timemory_gotcha_permit_callers(counting, "gotchas, libnone.so*")) error stop "callers"
    if (.not. timemory_gotcha_reject_callers(counting, "libm.so*")) error stop "other callers"
    if (.not. timemory_gotcha_start(counting)) error stop "started"
    if (.not. timemory_gotcha_start(measuring)) error stop "started as well"
    if (timemory_gotcha_count(counting, "sin", 0)) error stop "started already"
    if (timemory_gotcha_slots(counting, "labs") < 1) error stop "slots"

    all = 0
    call timemory_push_region("outer")
    do i = 1, 10
        angle = 0.1d0 * i
        all = all + cos(angle) + sin(angle)
        if (labs(int(-i, C_LONG)) /= i) error stop "the function itself"
    end do
    call timemory_pop_region("outer")
    if (abs(all - 9.2d0) > 4) error stop "the sum of them" ! used, so that no compiler leaves them out
    if (.not. timemory_gotcha_reject(measuring, "s*")) error stop "rejected"
    all = all + sin(all)
    if (.not. (timemory_gotcha_permit(measuring, "*") .and. timemory_gotcha_reject(measuring, ""))) error stop "all again"
    call timemory_gotcha_stop(measuring)
    call timemory_gotcha_stop(counting)
    all = all + cos(all) + labs(5_C_LONG)
    print '(f6.3)', all

    if (.not. timemory_gotcha_counted(counting, "labs", .true., calls, total)) error stop "counted by this thread"
    if (calls /= 10 .or. total /= -55) error stop "as many, and their sum"
    if (.not. timemory_gotcha_counted(counting, "cos", .false., calls, total)) error stop "counted by all threads"
    if (calls /= 10 .or. total /= 0) error stop "as many, without a sum"
    if (timemory_gotcha_counted(counting, "sin", .false., calls, total)) error stop "not counted"
    if (calls /= 0 .or. total /= 0 .or. index(timemory_error(), "does not count sin") == 0) error stop "nothing, and why"
    call timemory_gotcha_remove(measuring)
    call timemory_gotcha_remove(counting)
    if (timemory_gotcha_slots(counting, "labs") /= 0) error stop "as before"
    call timemory_finalize_library()
end program
