! Custom components in Fortran: integers, reals, several numbers, a marker, and one built from others.
module own_components
    use timemory
    use, intrinsic :: iso_c_binding, only : C_ASSOCIATED, C_DOUBLE, C_F_POINTER, C_INT64_T, C_PTR, C_NULL_PTR
    implicit none

    integer(C_INT64_T) :: made = 0
    character(len=200) :: told = ""

    type, bind(C) :: counter
        integer(C_INT64_T) :: before, change
    end type

    type, bind(C) :: rate
        type(C_PTR) :: clock, things
        real(C_DOUBLE) :: value
    end type

    type, bind(C) :: prefix
        type(C_PTR) :: label
    end type

contains

    subroutine start_counter(memory) bind(C)
        type(C_PTR), value :: memory
        type(counter), pointer :: self
        call c_f_pointer(memory, self)
        self%before = made
    end subroutine

    subroutine stop_counter(memory) bind(C)
        type(C_PTR), value :: memory
        type(counter), pointer :: self
        call c_f_pointer(memory, self)
        self%change = made - self%before
        if (self%change > 1000) call timemory_component_fail("too many")
    end subroutine

    function counted(memory) result(value) bind(C)
        type(C_PTR), value :: memory
        integer(C_INT64_T) :: value
        type(counter), pointer :: self
        call c_f_pointer(memory, self)
        value = self%change
    end function

    subroutine both(memory, value) bind(C)
        type(C_PTR), value :: memory, value
        type(counter), pointer :: self
        real(C_DOUBLE), pointer :: numbers(:)
        call c_f_pointer(memory, self)
        call c_f_pointer(value, numbers, [2])
        numbers = real(self%change, C_DOUBLE)
    end subroutine

    subroutine start_rate(memory) bind(C)
        type(C_PTR), value :: memory
        type(rate), pointer :: self
        call c_f_pointer(memory, self)
        if (.not. C_ASSOCIATED(self%clock)) then
            self%clock = timemory_instance_create("wall_clock")
            self%things = timemory_instance_create("things", "of a rate")
        end if
        if (.not. (timemory_instance_start(self%clock) .and. timemory_instance_start(self%things))) then
            call timemory_component_fail(timemory_error())
        end if
    end subroutine

    subroutine stop_rate(memory) bind(C)
        type(C_PTR), value :: memory
        type(rate), pointer :: self
        real(C_DOUBLE) :: amount, time
        logical :: done
        call c_f_pointer(memory, self)
        done = timemory_instance_stop(self%things) .and. timemory_instance_stop(self%clock)
        done = done .and. timemory_instance_get(self%things, 0, amount) .and. timemory_instance_get(self%clock, 0, time)
        if (.not. done) call timemory_component_fail(timemory_error())
        self%value = amount / time
    end subroutine

    function rate_of(memory) result(value) bind(C)
        type(C_PTR), value :: memory
        real(C_DOUBLE) :: value
        type(rate), pointer :: self
        call c_f_pointer(memory, self)
        value = self%value
    end function

    subroutine destroy_rate(memory) bind(C)
        type(C_PTR), value :: memory
        type(rate), pointer :: self
        call c_f_pointer(memory, self)
        call timemory_instance_destroy(self%clock)
        call timemory_instance_destroy(self%things)
    end subroutine

    subroutine set_prefix(memory, label) bind(C)
        type(C_PTR), value :: memory, label
        type(prefix), pointer :: self
        call c_f_pointer(memory, self)
        self%label = label
    end subroutine

    subroutine start_marker(memory) bind(C)
        type(C_PTR), value :: memory
        type(prefix), pointer :: self
        call c_f_pointer(memory, self)
        told = trim(told) // "+" // timemory_text(self%label)
    end subroutine

    subroutine stop_marker(memory) bind(C)
        type(C_PTR), value :: memory
        type(prefix), pointer :: self
        call c_f_pointer(memory, self)
        told = trim(told) // "-" // timemory_text(self%label)
    end subroutine
end module own_components

program custom
    use own_components
    use, intrinsic :: iso_c_binding, only : C_SIZE_T
    implicit none
    integer :: i
    type(C_PTR) :: clock
    real(C_DOUBLE) :: last, sum
    integer(C_INT64_T) :: laps

    if (.not. timemory_register_component("things  ", start_counter, stop_counter, integer_value=counted, memory_size=16_C_SIZE_T, &
                                          description="Things made", unit="pieces", label="made")) error stop "an integer"
    if (.not. timemory_register_component("several", start_counter, stop_counter, values=both, elements="sum,most=max", &
                                          memory_size=16_C_SIZE_T)) error stop "several numbers"
    if (.not. timemory_register_component("rate", start_rate, stop_rate, real_value=rate_of, memory_size=24_C_SIZE_T, &
                                          destroy=destroy_rate)) error stop "a rate"
    if (.not. timemory_register_component("marker", start_marker, stop_marker, memory_size=8_C_SIZE_T, set_prefix=set_prefix)) then
        error stop "a marker"
    end if
    if (timemory_register_component("things", start_counter, stop_counter)) error stop "taken"
    if (index(timemory_error(), "is taken") == 0) error stop "why not"

    call timemory_push_components("wall_clock,things,several,rate,marker")
    do i = 1, 3
        call timemory_push_region("make")
        made = made + merge(2000, i, i == 3)
        call timemory_pop_region("make")
    end do
    if (told /= "+make-make+make-make+make-make") error stop "the marker"

    clock = timemory_instance_create("wall_clock")
    do i = 1, 2
        if (.not. timemory_instance_start(clock) .or. .not. timemory_instance_stop(clock)) error stop "a lap"
    end do
    if (timemory_instance_start(C_NULL_PTR)) error stop "of none"
    if (.not. timemory_instance_get(clock, 0, last, sum, laps) .or. laps /= 2 .or. sum < last) error stop "two laps"
    call timemory_instance_destroy(clock)
    if (C_ASSOCIATED(timemory_instance_create("wall_clok"))) error stop "an unknown component"
    call timemory_finalize_library()
end program
