! The same regions as in regions.c, in Fortran.
!
!     gfortran -fopenmp timemory.f90 regions.f90 $(pkg-config --libs timemory) -o regions
program regions
    use timemory
    use, intrinsic :: iso_c_binding, only : C_INT64_T
    implicit none
    double precision :: numbers(1000), all
    integer :: counted
    integer(C_INT64_T) :: inner
    integer :: i, j

    call timemory_init_library("")
    call timemory_set_default("wall_clock,trip_count")
    call timemory_push_region("main")

    do i = 1, 3
        call timemory_push_region("fill")
        numbers = [(0.5d0 * j, j = 0, 999)]
        call timemory_pop_region("fill")
    end do

    ! The regions of other threads are placed under the region that this thread is in at that moment: main, as long as it is in this
    ! loop.
    counted = 0
    !$omp parallel num_threads(2) private(i, j) reduction(+:counted)
    do i = 0, 9
        call timemory_push_region("work")
        do j = 0, 100 * i - 1
            counted = counted + j
        end do
        call timemory_pop_region("work")
    end do
    !$omp end parallel

    all = 0
    do i = 1, 2
        call timemory_push_region("solve")
        do j = 1, 5
            call timemory_push_region("step")
            inner = timemory_get_begin_record("inner")
            all = all + sum(numbers)
            call timemory_end_record(inner)
            call timemory_pop_region("step")
        end do
        call timemory_pop_region("solve")
    end do

    print '(a, f0.1)', "solved: ", all
    call timemory_pop_region("main")
    call timemory_finalize_library()
end program
