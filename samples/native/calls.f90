! Counts and measures its calls of libz and libm: the program of README.md, in Fortran.
!
!     gfortran timemory.f90 calls.f90 $(pkg-config --libs timemory) -l:libz.so.1 -o calls
program calls
    use timemory
    use, intrinsic :: iso_c_binding, only : C_INT, C_INT8_T, C_INT64_T, C_LONG, C_PTR
    implicit none
    interface
        function crc32(crc, bytes, length) result(next) bind(C, name="crc32")
            import :: C_INT, C_INT8_T, C_LONG
            integer(C_LONG), value :: crc
            integer(C_INT8_T), intent(in) :: bytes(*)
            integer(C_INT), value :: length
            integer(C_LONG) :: next
        end function

        function adler32(adler, bytes, length) result(next) bind(C, name="adler32")
            import :: C_INT, C_INT8_T, C_LONG
            integer(C_LONG), value :: adler
            integer(C_INT8_T), intent(in) :: bytes(*)
            integer(C_INT), value :: length
            integer(C_LONG) :: next
        end function
    end interface
    integer(C_INT8_T) :: buffer(1000)
    integer(C_LONG) :: crc, adler
    double precision :: cosines
    type(C_PTR) :: counting, measuring
    integer :: i

    buffer = [(int(mod(i, 251) - merge(256, 0, mod(i, 251) > 127), C_INT8_T), i = 0, 999)]

    call timemory_init_library("")
    call timemory_set_default("wall_clock,trip_count")
    counting = timemory_gotcha_create("", 0)
    call check(timemory_gotcha_count(counting, "crc32", 2))
    call check(timemory_gotcha_count(counting, "adler32", 2))
    call check(timemory_gotcha_reject_callers(counting, "libz.so*"))
    measuring = timemory_gotcha_create("wall_clock,trip_count", 0)
    call check(timemory_gotcha_wrap(measuring, "cos", "f64(f64)"))

    call check(timemory_gotcha_start(counting))
    call check(timemory_gotcha_start(measuring))
    call timemory_push_region("main")
    crc = 0
    adler = 1
    cosines = 0
    do i = 1, 1000
        crc = crc32(crc, buffer, i)
    end do
    do i = 1, 1000
        adler = adler32(adler, buffer, 1000)
    end do
    do i = 1, 100
        cosines = cosines + cos(0.01d0 * buffer(i))
    end do
    call timemory_pop_region("main")
    call timemory_gotcha_stop(measuring)
    call timemory_gotcha_stop(counting)

    crc = crc32(crc, buffer, 1000)
    adler = adler32(adler, buffer, 1000)
    cosines = cosines + cos(1d0)
    call print_counted("crc32")
    call print_counted("adler32")
    print '(a, z8.8, 1x, z8.8, 1x, f0.6)', "results ", crc, adler, cosines
    call timemory_finalize_library()

contains

    subroutine check(is_done)
        logical, intent(in) :: is_done
        if (.not. is_done) print '(a)', timemory_error()
    end subroutine

    subroutine print_counted(name)
        character(len=*), intent(in) :: name
        integer(C_INT64_T) :: times, total
        call check(timemory_gotcha_counted(counting, name, .false., times, total))
        print '(a, 1x, i0, 1x, i0)', name, times, total
    end subroutine

end program
