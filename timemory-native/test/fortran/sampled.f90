! Samples are in the region that their thread was in: each of three procedures is called in one region only. One is in a module, one
! is internal, and one is external, as in Fortran 77.
module kernels
    implicit none
contains
    ! Only in regions "a".
    subroutine alpha(rounds, total)
        integer, intent(in) :: rounds
        double precision, intent(inout) :: total
        integer :: i

        do i = 1, rounds
            total = total + total / (i + 1)
        end do
        if (total > 1d100) total = 1
    end subroutine
end module

! Only in regions "c".
subroutine external_gamma(rounds, total)
    implicit none
    integer, intent(in) :: rounds
    double precision, intent(inout) :: total
    integer :: i

    do i = 1, rounds
        total = total + total / (i + 3)
    end do
    if (total > 1d100) total = 1
end subroutine

program sampled
    use timemory
    use kernels
    implicit none
    interface
        subroutine external_gamma(rounds, total)
            integer, intent(in) :: rounds
            double precision, intent(inout) :: total
        end subroutine
    end interface
    double precision :: total, began, now

    call timemory_set_environ("TIMEMORY_SAMPLING", "cpu", 1, 0)
    call timemory_set_environ("TIMEMORY_SAMPLING_FREQ", "1000", 1, 0)
    call timemory_set_environ("TIMEMORY_OUTPUT_FORMATS", "collapsed", 1, 0)
    call timemory_init_library("sampled")
    total = 1
    call cpu_time(began)
    now = began
    do while (now < began + 1)
        call page()
        call cpu_time(now)
    end do
    call timemory_finalize_library()
    if (total < 0) error stop "a sum" ! used, so that no compiler leaves it out

contains
    subroutine page()
        call timemory_push_region("a")
        call alpha(3000, total)
        call timemory_push_region("b")
        call beta(1500)
        call timemory_push_region("c")
        call external_gamma(1000, total)
        call timemory_pop_region("c")
        call beta(1500)
        call timemory_pop_region("b")
        call timemory_pop_region("a")
    end subroutine

    ! Only in regions "b".
    subroutine beta(rounds)
        integer, intent(in) :: rounds
        integer :: i

        do i = 1, rounds
            total = total + total / (i + 2)
        end do
        if (total > 1d100) total = 1
    end subroutine
end program
