! timemory for Fortran: the functions of timemory/compat/library.h by their own names.
!
!     use timemory
!     call timemory_init_library("")
!     call timemory_push_region("solve")
!     call solve()
!     call timemory_pop_region("solve")
!     call timemory_finalize_library()
!
! Compile this file with the program, and link with -ltimemory. Spaces at the end of names are not part of them. What may be
! called from where, and what each does, stands in the header.

module timemory
    use, intrinsic :: iso_c_binding, only : C_ASSOCIATED, C_BOOL, C_CHAR, C_DOUBLE, C_F_POINTER, C_FUNLOC, C_FUNPTR, C_INT, &
                                            C_INT32_T, C_INT64_T, C_LOC, C_NULL_CHAR, C_NULL_FUNPTR, C_NULL_PTR, C_PTR, C_SIZE_T
    implicit none
    private

    public :: timemory_init_library, timemory_finalize_library, timemory_library_is_initialized
    public :: timemory_pause, timemory_resume, timemory_set_environ
    public :: timemory_set_default, timemory_add_components, timemory_remove_components
    public :: timemory_push_components, timemory_pop_components
    public :: timemory_push_region, timemory_pop_region
    public :: timemory_get_begin_record, timemory_get_begin_record_types, timemory_begin_record, timemory_begin_record_types
    public :: timemory_end_record, timemory_get_unique_id
    public :: timemory_trace_init, timemory_trace_finalize, timemory_trace_is_initialized
    public :: timemory_push_trace, timemory_pop_trace, timemory_is_throttled, timemory_reset_throttle
    public :: timemory_bundle_create, timemory_bundle_push, timemory_bundle_pop, timemory_bundle_begin, timemory_error
    public :: timemory_gotcha_create, timemory_gotcha_wrap, timemory_gotcha_count
    public :: timemory_gotcha_permit, timemory_gotcha_reject, timemory_gotcha_permit_callers, timemory_gotcha_reject_callers
    public :: timemory_gotcha_start, timemory_gotcha_stop, timemory_gotcha_remove
    public :: timemory_gotcha_slots, timemory_gotcha_counted
    public :: timemory_register_component, timemory_component_fail, timemory_text
    public :: timemory_component_step, timemory_component_real, timemory_component_integer, timemory_component_two
    public :: timemory_instance_create, timemory_instance_start, timemory_instance_stop, timemory_instance_get
    public :: timemory_instance_destroy

    ! What a component's procedures look like: timemory/component.h documents them. They are bind(C), and get at the
    ! component's memory by c_f_pointer.
    abstract interface
        subroutine timemory_component_step(memory) bind(C)
            import :: C_PTR
            type(C_PTR), value :: memory
        end subroutine

        function timemory_component_real(memory) result(value) bind(C)
            import :: C_DOUBLE, C_PTR
            type(C_PTR), value :: memory
            real(C_DOUBLE) :: value
        end function

        function timemory_component_integer(memory) result(value) bind(C)
            import :: C_INT64_T, C_PTR
            type(C_PTR), value :: memory
            integer(C_INT64_T) :: value
        end function

        ! The memory and a value that is read; the memory and a label; two values, the first of which the second is merged into; a
        ! value and its numbers.
        subroutine timemory_component_two(first, second) bind(C)
            import :: C_PTR
            type(C_PTR), value :: first, second
        end subroutine
    end interface

    ! As timemory/component.h has it.
    type, bind(C) :: component
        type(C_PTR) :: id = C_NULL_PTR, description = C_NULL_PTR, unit = C_NULL_PTR
        integer(C_SIZE_T) :: size = 0
        type(C_FUNPTR) :: start = C_NULL_FUNPTR, stop = C_NULL_FUNPTR
        type(C_FUNPTR) :: real_value = C_NULL_FUNPTR, integer_value = C_NULL_FUNPTR, values = C_NULL_FUNPTR
        type(C_PTR) :: elements = C_NULL_PTR
        integer(C_SIZE_T) :: value_size = 0
        type(C_FUNPTR) :: merge = C_NULL_FUNPTR, numbers = C_NULL_FUNPTR
        type(C_PTR) :: label = C_NULL_PTR
        type(C_FUNPTR) :: set_prefix = C_NULL_FUNPTR, destroy = C_NULL_FUNPTR
    end type

    type, bind(C) :: totals
        integer(C_INT64_T) :: laps
        real(C_DOUBLE) :: last, sum, min, max, mean, stddev
    end type

    interface
        function c_register_component(made) result(done) bind(C, name="timemory_register_component")
            import :: C_BOOL, component
            type(component), intent(in) :: made
            logical(C_BOOL) :: done
        end function

        subroutine c_component_fail(reason) bind(C, name="timemory_component_fail")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: reason(*)
        end subroutine

        function c_instance_create(name, label) result(instance) bind(C, name="timemory_instance_create")
            import :: C_CHAR, C_PTR
            character(kind=C_CHAR), intent(in) :: name(*), label(*)
            type(C_PTR) :: instance
        end function

        function c_instance_start(instance) result(done) bind(C, name="timemory_instance_start")
            import :: C_BOOL, C_PTR
            type(C_PTR), value :: instance
            logical(C_BOOL) :: done
        end function

        function c_instance_stop(instance) result(done) bind(C, name="timemory_instance_stop")
            import :: C_BOOL, C_PTR
            type(C_PTR), value :: instance
            logical(C_BOOL) :: done
        end function

        function c_instance_get(instance, element, all) result(done) bind(C, name="timemory_instance_get")
            import :: C_BOOL, C_INT, C_PTR, totals
            type(C_PTR), value :: instance
            integer(C_INT), value :: element
            type(totals), intent(out) :: all
            logical(C_BOOL) :: done
        end function

        subroutine timemory_instance_destroy(instance) bind(C, name="timemory_instance_destroy")
            import :: C_PTR
            type(C_PTR), value :: instance
        end subroutine

        subroutine c_init_library(argc, argv) bind(C, name="timemory_init_library")
            import :: C_INT, C_PTR
            integer(C_INT), value :: argc
            type(C_PTR), value :: argv
        end subroutine

        subroutine timemory_finalize_library() bind(C, name="timemory_finalize_library")
        end subroutine

        function c_is_initialized() result(is) bind(C, name="timemory_library_is_initialized")
            import :: C_BOOL
            logical(C_BOOL) :: is
        end function

        subroutine timemory_pause() bind(C, name="timemory_pause")
        end subroutine

        subroutine timemory_resume() bind(C, name="timemory_resume")
        end subroutine

        subroutine c_set_environ(variable, text, overwrite, update) bind(C, name="timemory_set_environ")
            import :: C_CHAR, C_INT
            character(kind=C_CHAR), intent(in) :: variable(*), text(*)
            integer(C_INT), value :: overwrite, update
        end subroutine

        subroutine c_set_default(components) bind(C, name="timemory_set_default")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: components(*)
        end subroutine

        subroutine c_add_components(components) bind(C, name="timemory_add_components")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: components(*)
        end subroutine

        subroutine c_remove_components(components) bind(C, name="timemory_remove_components")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: components(*)
        end subroutine

        subroutine c_push_components(components) bind(C, name="timemory_push_components")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: components(*)
        end subroutine

        subroutine timemory_pop_components() bind(C, name="timemory_pop_components")
        end subroutine

        subroutine c_push_region(name) bind(C, name="timemory_push_region")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: name(*)
        end subroutine

        subroutine c_pop_region(name) bind(C, name="timemory_pop_region")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: name(*)
        end subroutine

        function c_get_begin_record(name) result(id) bind(C, name="timemory_get_begin_record")
            import :: C_CHAR, C_INT64_T
            character(kind=C_CHAR), intent(in) :: name(*)
            integer(C_INT64_T) :: id
        end function

        function c_get_begin_record_types(name, components) result(id) bind(C, name="timemory_get_begin_record_types")
            import :: C_CHAR, C_INT64_T
            character(kind=C_CHAR), intent(in) :: name(*), components(*)
            integer(C_INT64_T) :: id
        end function

        subroutine timemory_end_record(id) bind(C, name="timemory_end_record")
            import :: C_INT64_T
            integer(C_INT64_T), value :: id
        end subroutine

        function timemory_get_unique_id() result(id) bind(C, name="timemory_get_unique_id")
            import :: C_INT64_T
            integer(C_INT64_T) :: id
        end function

        subroutine c_trace_init(components, read_command_line, command) bind(C, name="timemory_trace_init")
            import :: C_BOOL, C_CHAR
            character(kind=C_CHAR), intent(in) :: components(*), command(*)
            logical(C_BOOL), value :: read_command_line
        end subroutine

        subroutine timemory_trace_finalize() bind(C, name="timemory_trace_finalize")
        end subroutine

        function c_trace_is_initialized() result(is) bind(C, name="timemory_trace_is_initialized")
            import :: C_BOOL
            logical(C_BOOL) :: is
        end function

        subroutine c_push_trace(name) bind(C, name="timemory_push_trace")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: name(*)
        end subroutine

        subroutine c_pop_trace(name) bind(C, name="timemory_pop_trace")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: name(*)
        end subroutine

        function c_is_throttled(name) result(is) bind(C, name="timemory_is_throttled")
            import :: C_BOOL, C_CHAR
            character(kind=C_CHAR), intent(in) :: name(*)
            logical(C_BOOL) :: is
        end function

        subroutine c_reset_throttle(name) bind(C, name="timemory_reset_throttle")
            import :: C_CHAR
            character(kind=C_CHAR), intent(in) :: name(*)
        end subroutine

        function c_bundle_create(components) result(bundle) bind(C, name="timemory_bundle_create")
            import :: C_CHAR, C_INT32_T
            character(kind=C_CHAR), intent(in) :: components(*)
            integer(C_INT32_T) :: bundle
        end function

        subroutine c_bundle_push(bundle, name) bind(C, name="timemory_bundle_push")
            import :: C_CHAR, C_INT32_T
            integer(C_INT32_T), value :: bundle
            character(kind=C_CHAR), intent(in) :: name(*)
        end subroutine

        subroutine c_bundle_pop(bundle, name) bind(C, name="timemory_bundle_pop")
            import :: C_CHAR, C_INT32_T
            integer(C_INT32_T), value :: bundle
            character(kind=C_CHAR), intent(in) :: name(*)
        end subroutine

        function c_bundle_begin(bundle, name) result(id) bind(C, name="timemory_bundle_begin")
            import :: C_CHAR, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: bundle
            character(kind=C_CHAR), intent(in) :: name(*)
            integer(C_INT64_T) :: id
        end function

        function c_error() result(text) bind(C, name="timemory_error")
            import :: C_PTR
            type(C_PTR) :: text
        end function

        function c_strlen(text) result(length) bind(C, name="strlen")
            import :: C_PTR, C_SIZE_T
            type(C_PTR), value :: text
            integer(C_SIZE_T) :: length
        end function

        function c_gotcha_create(components, priority) result(gotcha) bind(C, name="timemory_gotcha_create")
            import :: C_CHAR, C_INT, C_PTR
            character(kind=C_CHAR), intent(in) :: components(*)
            integer(C_INT), value :: priority
            type(C_PTR) :: gotcha
        end function

        function c_gotcha_wrap(gotcha, name, signature) result(done) bind(C, name="timemory_gotcha_wrap")
            import :: C_BOOL, C_CHAR, C_PTR
            type(C_PTR), value :: gotcha, signature
            character(kind=C_CHAR), intent(in) :: name(*)
            logical(C_BOOL) :: done
        end function

        function c_gotcha_count(gotcha, name, argument) result(done) bind(C, name="timemory_gotcha_count")
            import :: C_BOOL, C_CHAR, C_INT, C_PTR
            type(C_PTR), value :: gotcha
            character(kind=C_CHAR), intent(in) :: name(*)
            integer(C_INT), value :: argument
            logical(C_BOOL) :: done
        end function

        function c_gotcha_permit(gotcha, names) result(done) bind(C, name="timemory_gotcha_permit")
            import :: C_BOOL, C_CHAR, C_PTR
            type(C_PTR), value :: gotcha
            character(kind=C_CHAR), intent(in) :: names(*)
            logical(C_BOOL) :: done
        end function

        function c_gotcha_reject(gotcha, names) result(done) bind(C, name="timemory_gotcha_reject")
            import :: C_BOOL, C_CHAR, C_PTR
            type(C_PTR), value :: gotcha
            character(kind=C_CHAR), intent(in) :: names(*)
            logical(C_BOOL) :: done
        end function

        function c_gotcha_permit_callers(gotcha, names) result(done) bind(C, name="timemory_gotcha_permit_callers")
            import :: C_BOOL, C_CHAR, C_PTR
            type(C_PTR), value :: gotcha
            character(kind=C_CHAR), intent(in) :: names(*)
            logical(C_BOOL) :: done
        end function

        function c_gotcha_reject_callers(gotcha, names) result(done) bind(C, name="timemory_gotcha_reject_callers")
            import :: C_BOOL, C_CHAR, C_PTR
            type(C_PTR), value :: gotcha
            character(kind=C_CHAR), intent(in) :: names(*)
            logical(C_BOOL) :: done
        end function

        function c_gotcha_start(gotcha) result(done) bind(C, name="timemory_gotcha_start")
            import :: C_BOOL, C_PTR
            type(C_PTR), value :: gotcha
            logical(C_BOOL) :: done
        end function

        subroutine timemory_gotcha_stop(gotcha) bind(C, name="timemory_gotcha_stop")
            import :: C_PTR
            type(C_PTR), value :: gotcha
        end subroutine

        subroutine timemory_gotcha_remove(gotcha) bind(C, name="timemory_gotcha_remove")
            import :: C_PTR
            type(C_PTR), value :: gotcha
        end subroutine

        function c_gotcha_slots(gotcha, name) result(slots) bind(C, name="timemory_gotcha_slots")
            import :: C_CHAR, C_PTR, C_SIZE_T
            type(C_PTR), value :: gotcha
            character(kind=C_CHAR), intent(in) :: name(*)
            integer(C_SIZE_T) :: slots
        end function

        function c_gotcha_counted(gotcha, name, here, counted) result(done) bind(C, name="timemory_gotcha_counted")
            import :: C_BOOL, C_CHAR, C_INT64_T, C_PTR
            type(C_PTR), value :: gotcha
            character(kind=C_CHAR), intent(in) :: name(*)
            logical(C_BOOL), value :: here
            integer(C_INT64_T), intent(out) :: counted(2) ! the calls, and the sum
            logical(C_BOOL) :: done
        end function
    end interface

contains

    ! The name is not used, as in C: results tell the program's own.
    subroutine timemory_init_library(name)
        character(len=*), intent(in) :: name
        if (len(name) < 0) return ! so that no compiler warns of it
        call c_init_library(0_C_INT, C_NULL_PTR)
    end subroutine

    logical function timemory_library_is_initialized() result(is)
        is = c_is_initialized()
    end function

    subroutine timemory_set_environ(variable, text, overwrite, update_settings)
        character(len=*), intent(in) :: variable, text
        integer, intent(in) :: overwrite, update_settings
        call c_set_environ(c_text(variable), c_text(text), int(overwrite, C_INT), int(update_settings, C_INT))
    end subroutine

    subroutine timemory_set_default(components)
        character(len=*), intent(in) :: components
        call c_set_default(c_text(components))
    end subroutine

    subroutine timemory_add_components(components)
        character(len=*), intent(in) :: components
        call c_add_components(c_text(components))
    end subroutine

    subroutine timemory_remove_components(components)
        character(len=*), intent(in) :: components
        call c_remove_components(c_text(components))
    end subroutine

    subroutine timemory_push_components(components)
        character(len=*), intent(in) :: components
        call c_push_components(c_text(components))
    end subroutine

    subroutine timemory_push_region(name)
        character(len=*), intent(in) :: name
        call c_push_region(c_text(name))
    end subroutine

    subroutine timemory_pop_region(name)
        character(len=*), intent(in) :: name
        call c_pop_region(c_text(name))
    end subroutine

    function timemory_get_begin_record(name) result(id)
        character(len=*), intent(in) :: name
        integer(C_INT64_T) :: id
        id = c_get_begin_record(c_text(name))
    end function

    function timemory_get_begin_record_types(name, components) result(id)
        character(len=*), intent(in) :: name, components
        integer(C_INT64_T) :: id
        id = c_get_begin_record_types(c_text(name), c_text(components))
    end function

    subroutine timemory_begin_record(name, id)
        character(len=*), intent(in) :: name
        integer(C_INT64_T), intent(out) :: id
        id = timemory_get_begin_record(name)
    end subroutine

    subroutine timemory_begin_record_types(name, id, components)
        character(len=*), intent(in) :: name, components
        integer(C_INT64_T), intent(out) :: id
        id = timemory_get_begin_record_types(name, components)
    end subroutine

    subroutine timemory_trace_init(components, read_command_line, command)
        character(len=*), intent(in) :: components, command
        logical, intent(in) :: read_command_line
        call c_trace_init(c_text(components), logical(read_command_line, C_BOOL), c_text(command))
    end subroutine

    logical function timemory_trace_is_initialized() result(is)
        is = c_trace_is_initialized()
    end function

    subroutine timemory_push_trace(name)
        character(len=*), intent(in) :: name
        call c_push_trace(c_text(name))
    end subroutine

    subroutine timemory_pop_trace(name)
        character(len=*), intent(in) :: name
        call c_pop_trace(c_text(name))
    end subroutine

    logical function timemory_is_throttled(name) result(is)
        character(len=*), intent(in) :: name
        is = c_is_throttled(c_text(name))
    end function

    subroutine timemory_reset_throttle(name)
        character(len=*), intent(in) :: name
        call c_reset_throttle(c_text(name))
    end subroutine

    ! 0 where a component is unknown.
    integer(C_INT32_T) function timemory_bundle_create(components) result(bundle)
        character(len=*), intent(in) :: components
        bundle = c_bundle_create(c_text(components))
    end function

    subroutine timemory_bundle_push(bundle, name)
        integer(C_INT32_T), intent(in) :: bundle
        character(len=*), intent(in) :: name
        call c_bundle_push(bundle, c_text(name))
    end subroutine

    subroutine timemory_bundle_pop(bundle, name)
        integer(C_INT32_T), intent(in) :: bundle
        character(len=*), intent(in) :: name
        call c_bundle_pop(bundle, c_text(name))
    end subroutine

    function timemory_bundle_begin(bundle, name) result(id)
        integer(C_INT32_T), intent(in) :: bundle
        character(len=*), intent(in) :: name
        integer(C_INT64_T) :: id
        id = c_bundle_begin(bundle, c_text(name))
    end function

    ! Why the last function of the calling thread that failed did so.
    function timemory_error() result(why)
        character(len=:), allocatable :: why
        why = timemory_text(c_error())
    end function

    ! A C string as a Fortran string, such as the label that set_prefix receives.
    function timemory_text(address) result(text)
        type(C_PTR), intent(in) :: address
        character(len=:), allocatable :: text
        character(kind=C_CHAR), pointer :: characters(:)
        integer :: i
        if (.not. C_ASSOCIATED(address)) then
            text = ""
            return
        end if
        call c_f_pointer(address, characters, [c_strlen(address)])
        allocate(character(len=size(characters)) :: text)
        do i = 1, size(characters)
            text(i:i) = characters(i)
        end do
    end function

    ! A custom component: timemory/component.h documents what each argument is. The value is read by one of real_value,
    ! integer_value and values; without them it is a marker. False where the reason is in timemory_error.
    logical function timemory_register_component(id, start, stop, real_value, integer_value, values, elements, description, unit, &
                                                 label, memory_size, set_prefix, destroy, value_size, merge, numbers) result(done)
        character(len=*), intent(in) :: id
        procedure(timemory_component_step) :: start, stop
        procedure(timemory_component_real), optional :: real_value
        procedure(timemory_component_integer), optional :: integer_value
        procedure(timemory_component_two), optional :: values, set_prefix, merge, numbers
        procedure(timemory_component_step), optional :: destroy
        character(len=*), intent(in), optional :: elements, description, unit, label
        integer(C_SIZE_T), intent(in), optional :: memory_size, value_size
        character(kind=C_CHAR), allocatable, target :: texts(:, :)
        type(component) :: made
        integer :: length
        length = len(id)
        if (present(elements)) length = max(length, len(elements))
        if (present(description)) length = max(length, len(description))
        if (present(unit)) length = max(length, len(unit))
        if (present(label)) length = max(length, len(label))
        allocate(texts(length + 1, 5))
        texts = C_NULL_CHAR
        call put(id, 1, made%id)
        if (present(elements)) call put(elements, 2, made%elements)
        if (present(description)) call put(description, 3, made%description)
        if (present(unit)) call put(unit, 4, made%unit)
        if (present(label)) call put(label, 5, made%label)
        made%start = c_funloc(start)
        made%stop = c_funloc(stop)
        if (present(memory_size)) made%size = memory_size
        if (present(value_size)) made%value_size = value_size
        if (present(real_value)) made%real_value = c_funloc(real_value)
        if (present(integer_value)) made%integer_value = c_funloc(integer_value)
        if (present(values)) made%values = c_funloc(values)
        if (present(merge)) made%merge = c_funloc(merge)
        if (present(numbers)) made%numbers = c_funloc(numbers)
        if (present(set_prefix)) made%set_prefix = c_funloc(set_prefix)
        if (present(destroy)) made%destroy = c_funloc(destroy)
        done = c_register_component(made)
    contains
        ! The text as C ends it.
        subroutine put(text, place, address)
            character(len=*), intent(in) :: text
            integer, intent(in) :: place
            type(C_PTR), intent(out) :: address
            integer :: i
            do i = 1, len_trim(text)
                texts(i, place) = text(i:i)
            end do
            address = c_loc(texts(1, place))
        end subroutine
    end function

    ! In a component's procedure: the lap is not recorded, for this reason.
    subroutine timemory_component_fail(reason)
        character(len=*), intent(in) :: reason
        call c_component_fail(c_text(reason))
    end subroutine

    ! A component by itself, without a region; not associated where that is in timemory_error.
    function timemory_instance_create(component_name, label) result(instance)
        character(len=*), intent(in) :: component_name
        character(len=*), intent(in), optional :: label
        type(C_PTR) :: instance
        if (present(label)) then
            instance = c_instance_create(c_text(component_name), c_text(label))
        else
            instance = c_instance_create(c_text(component_name), c_text(""))
        end if
    end function

    logical function timemory_instance_start(instance) result(done)
        type(C_PTR), intent(in) :: instance
        done = c_instance_start(instance)
    end function

    logical function timemory_instance_stop(instance) result(done)
        type(C_PTR), intent(in) :: instance
        done = c_instance_stop(instance)
    end function

    ! Number `element`, counted from 0, of the last lap, and over all laps; false without laps.
    logical function timemory_instance_get(instance, element, last, sum, laps) result(done)
        type(C_PTR), intent(in) :: instance
        integer, intent(in) :: element
        real(C_DOUBLE), intent(out) :: last
        real(C_DOUBLE), intent(out), optional :: sum
        integer(C_INT64_T), intent(out), optional :: laps
        type(totals) :: all
        all = totals(0_C_INT64_T, 0._C_DOUBLE, 0._C_DOUBLE, 0._C_DOUBLE, 0._C_DOUBLE, 0._C_DOUBLE, 0._C_DOUBLE)
        done = c_instance_get(instance, int(element, C_INT), all)
        last = all%last
        if (present(sum)) sum = all%sum
        if (present(laps)) laps = all%laps
    end function

    ! Functions of libraries, wrapped and counted: timemory/gotcha.h documents each. Logical results are false where the reason is
    ! in timemory_error. The gotcha is not associated where a component is unknown; components "" stand for no region.
    function timemory_gotcha_create(components, priority) result(gotcha)
        character(len=*), intent(in) :: components
        integer, intent(in) :: priority
        type(C_PTR) :: gotcha
        gotcha = c_gotcha_create(c_text(components), int(priority, C_INT))
    end function

    ! The name is the linker's: cos, and solve_ or __module_MOD_solve for what gfortran compiles.
    logical function timemory_gotcha_wrap(gotcha, name, signature) result(done)
        type(C_PTR), intent(in) :: gotcha
        character(len=*), intent(in) :: name
        character(len=*), intent(in), optional :: signature
        character(kind=C_CHAR), allocatable, target :: text(:)
        if (present(signature)) then
            allocate(text(len_trim(signature) + 1))
            text(:) = transfer(c_text(signature), text)
            done = c_gotcha_wrap(gotcha, c_text(name), c_loc(text))
        else
            done = c_gotcha_wrap(gotcha, c_text(name), C_NULL_PTR)
        end if
    end function

    ! The argument as C counts them, from 0; below 0: none. It is added up where it is passed by value.
    logical function timemory_gotcha_count(gotcha, name, argument) result(done)
        type(C_PTR), intent(in) :: gotcha
        character(len=*), intent(in) :: name
        integer, intent(in) :: argument
        done = c_gotcha_count(gotcha, c_text(name), int(argument, C_INT))
    end function

    logical function timemory_gotcha_permit(gotcha, names) result(done)
        type(C_PTR), intent(in) :: gotcha
        character(len=*), intent(in) :: names
        done = c_gotcha_permit(gotcha, c_text(names))
    end function

    logical function timemory_gotcha_reject(gotcha, names) result(done)
        type(C_PTR), intent(in) :: gotcha
        character(len=*), intent(in) :: names
        done = c_gotcha_reject(gotcha, c_text(names))
    end function

    logical function timemory_gotcha_permit_callers(gotcha, names) result(done)
        type(C_PTR), intent(in) :: gotcha
        character(len=*), intent(in) :: names
        done = c_gotcha_permit_callers(gotcha, c_text(names))
    end function

    logical function timemory_gotcha_reject_callers(gotcha, names) result(done)
        type(C_PTR), intent(in) :: gotcha
        character(len=*), intent(in) :: names
        done = c_gotcha_reject_callers(gotcha, c_text(names))
    end function

    logical function timemory_gotcha_start(gotcha) result(done)
        type(C_PTR), intent(in) :: gotcha
        done = c_gotcha_start(gotcha)
    end function

    integer function timemory_gotcha_slots(gotcha, name) result(slots)
        type(C_PTR), intent(in) :: gotcha
        character(len=*), intent(in) :: name
        slots = int(c_gotcha_slots(gotcha, c_text(name)))
    end function

    logical function timemory_gotcha_counted(gotcha, name, here, calls, total) result(done)
        type(C_PTR), intent(in) :: gotcha
        character(len=*), intent(in) :: name
        logical, intent(in) :: here
        integer(C_INT64_T), intent(out) :: calls, total
        integer(C_INT64_T) :: counted(2)
        done = c_gotcha_counted(gotcha, c_text(name), logical(here, C_BOOL), counted)
        calls = merge(counted(1), 0_C_INT64_T, done)
        total = merge(counted(2), 0_C_INT64_T, done)
    end function

    ! As C ends texts.
    pure function c_text(text) result(ended)
        character(len=*), intent(in) :: text
        character(kind=C_CHAR, len=len_trim(text) + 1) :: ended
        ended = trim(text) // C_NULL_CHAR
    end function

end module timemory
