! timemory for Fortran: the functions of timemory/compat/library.h under their own names.
!
!     use timemory
!     call timemory_init_library("")
!     call timemory_push_region("solve")
!     call solve()
!     call timemory_pop_region("solve")
!     call timemory_finalize_library()
!
! Compile this file with the program, and link with -ltimemory. Trailing spaces are not part of names. The header documents
! where each function may be called, and what it does.

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
    public :: timemory_tracker_create, timemory_tracker_find, timemory_tracker_store, timemory_tracker_mark_begin
    public :: timemory_tracker_mark_end, timemory_tracker_add_secondary, timemory_tracker_value, timemory_tracker_secondary
    public :: timemory_tracker_track, TIMEMORY_TRACKER_FLOATING, TIMEMORY_TRACKER_INTEGER, TIMEMORY_TRACKER_UNSIGNED
    public :: timemory_register_component, timemory_component_fail, timemory_text
    public :: timemory_component_step, timemory_component_real, timemory_component_integer, timemory_component_two
    public :: timemory_instance_create, timemory_instance_start, timemory_instance_stop, timemory_instance_get
    public :: timemory_instance_destroy

    ! The kinds of numbers that a tracker accepts; unsigned ones are non-negative integers.
    integer(C_INT), parameter :: TIMEMORY_TRACKER_FLOATING = 0, TIMEMORY_TRACKER_INTEGER = 1, TIMEMORY_TRACKER_UNSIGNED = 2

    ! Interfaces of a component's procedures: timemory/component.h documents them. They are bind(C), and access the component's
    ! memory with c_f_pointer.
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

        ! The memory and a value that is read; the memory and a label; two values, of which the second is merged into the first; a
        ! value and its numbers.
        subroutine timemory_component_two(first, second) bind(C)
            import :: C_PTR
            type(C_PTR), value :: first, second
        end subroutine
    end interface

    ! As in timemory/component.h.
    type, bind(C) :: component
        type(C_PTR) :: id = C_NULL_PTR, description = C_NULL_PTR, unit = C_NULL_PTR
        integer(C_SIZE_T) :: size = 0
        type(C_FUNPTR) :: start = C_NULL_FUNPTR, stop = C_NULL_FUNPTR
        type(C_FUNPTR) :: real_value = C_NULL_FUNPTR, integer_value = C_NULL_FUNPTR, values = C_NULL_FUNPTR
        type(C_PTR) :: elements = C_NULL_PTR
        integer(C_SIZE_T) :: value_size = 0
        type(C_FUNPTR) :: merge = C_NULL_FUNPTR, numbers = C_NULL_FUNPTR
        type(C_PTR) :: label = C_NULL_PTR
        type(C_FUNPTR) :: set_prefix = C_NULL_FUNPTR, destroy = C_NULL_FUNPTR, start_stream = C_NULL_FUNPTR
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

        function c_tracker_create(id, description, unit, kind) result(tracker) bind(C, name="timemory_tracker_create")
            import :: C_CHAR, C_INT, C_INT32_T
            character(kind=C_CHAR), intent(in) :: id(*), description(*), unit(*)
            integer(C_INT), value :: kind
            integer(C_INT32_T) :: tracker
        end function

        function c_tracker_find(id) result(tracker) bind(C, name="timemory_tracker_find")
            import :: C_CHAR, C_INT32_T
            character(kind=C_CHAR), intent(in) :: id(*)
            integer(C_INT32_T) :: tracker
        end function

        function c_tracker_store_real(tracker, number) result(done) bind(C, name="timemory_tracker_store")
            import :: C_BOOL, C_INT32_T, C_DOUBLE
            integer(C_INT32_T), value :: tracker
            real(C_DOUBLE), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_mark_begin_real(tracker, number) result(done) bind(C, name="timemory_tracker_mark_begin")
            import :: C_BOOL, C_INT32_T, C_DOUBLE
            integer(C_INT32_T), value :: tracker
            real(C_DOUBLE), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_mark_end_real(tracker, number) result(done) bind(C, name="timemory_tracker_mark_end")
            import :: C_BOOL, C_INT32_T, C_DOUBLE
            integer(C_INT32_T), value :: tracker
            real(C_DOUBLE), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_value_real(tracker, number) result(done) bind(C, name="timemory_tracker_value")
            import :: C_BOOL, C_INT32_T, C_DOUBLE
            integer(C_INT32_T), value :: tracker
            real(C_DOUBLE), intent(out) :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_mark_real(tracker, number) result(done) bind(C, name="timemory_tracker_mark")
            import :: C_BOOL, C_INT32_T, C_DOUBLE
            integer(C_INT32_T), value :: tracker
            real(C_DOUBLE), intent(out) :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_add_secondary_real(tracker, name, number) result(done) &
                bind(C, name="timemory_tracker_add_secondary")
            import :: C_BOOL, C_CHAR, C_INT32_T, C_DOUBLE
            integer(C_INT32_T), value :: tracker
            character(kind=C_CHAR), intent(in) :: name(*)
            real(C_DOUBLE), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_set_secondary_real(tracker, name, number) result(done) &
                bind(C, name="timemory_tracker_set_secondary")
            import :: C_BOOL, C_CHAR, C_INT32_T, C_DOUBLE
            integer(C_INT32_T), value :: tracker
            character(kind=C_CHAR), intent(in) :: name(*)
            real(C_DOUBLE), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_track_real(tracker, name, number) result(done) &
                bind(C, name="timemory_tracker_track")
            import :: C_BOOL, C_CHAR, C_INT32_T, C_DOUBLE
            integer(C_INT32_T), value :: tracker
            character(kind=C_CHAR), intent(in) :: name(*)
            real(C_DOUBLE), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_secondary_real(tracker, name, number) result(done) &
                bind(C, name="timemory_tracker_secondary")
            import :: C_BOOL, C_CHAR, C_INT32_T, C_DOUBLE
            integer(C_INT32_T), value :: tracker
            character(kind=C_CHAR), intent(in) :: name(*)
            real(C_DOUBLE), intent(out) :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_store_integer(tracker, number) result(done) bind(C, name="timemory_tracker_store_integer")
            import :: C_BOOL, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: tracker
            integer(C_INT64_T), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_mark_begin_integer(tracker, number) result(done) bind(C, name="timemory_tracker_mark_begin_integer")
            import :: C_BOOL, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: tracker
            integer(C_INT64_T), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_mark_end_integer(tracker, number) result(done) bind(C, name="timemory_tracker_mark_end_integer")
            import :: C_BOOL, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: tracker
            integer(C_INT64_T), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_value_integer(tracker, number) result(done) bind(C, name="timemory_tracker_value_integer")
            import :: C_BOOL, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: tracker
            integer(C_INT64_T), intent(out) :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_mark_integer(tracker, number) result(done) bind(C, name="timemory_tracker_mark_integer")
            import :: C_BOOL, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: tracker
            integer(C_INT64_T), intent(out) :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_add_secondary_integer(tracker, name, number) result(done) &
                bind(C, name="timemory_tracker_add_secondary_integer")
            import :: C_BOOL, C_CHAR, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: tracker
            character(kind=C_CHAR), intent(in) :: name(*)
            integer(C_INT64_T), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_set_secondary_integer(tracker, name, number) result(done) &
                bind(C, name="timemory_tracker_set_secondary_integer")
            import :: C_BOOL, C_CHAR, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: tracker
            character(kind=C_CHAR), intent(in) :: name(*)
            integer(C_INT64_T), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_track_integer(tracker, name, number) result(done) &
                bind(C, name="timemory_tracker_track_integer")
            import :: C_BOOL, C_CHAR, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: tracker
            character(kind=C_CHAR), intent(in) :: name(*)
            integer(C_INT64_T), value :: number
            logical(C_BOOL) :: done
        end function

        function c_tracker_secondary_integer(tracker, name, number) result(done) &
                bind(C, name="timemory_tracker_secondary_integer")
            import :: C_BOOL, C_CHAR, C_INT32_T, C_INT64_T
            integer(C_INT32_T), value :: tracker
            character(kind=C_CHAR), intent(in) :: name(*)
            integer(C_INT64_T), intent(out) :: number
            logical(C_BOOL) :: done
        end function
    end interface

    abstract interface
        ! Combines two numbers: the stored one, and the new one.
        function combination_of_reals(before, number) result(combined)
            import :: C_DOUBLE
            real(C_DOUBLE), intent(in) :: before, number
            real(C_DOUBLE) :: combined
        end function

        function combination_of_integers(before, number) result(combined)
            import :: C_INT64_T
            integer(C_INT64_T), intent(in) :: before, number
            integer(C_INT64_T) :: combined
        end function
    end interface

    ! For real(C_DOUBLE), and for integers of 64 bits or the default kind.
    interface timemory_tracker_store
        module procedure tracker_store_real, tracker_store_integer, tracker_store_default
    end interface
    interface timemory_tracker_mark_begin
        module procedure tracker_mark_begin_real, tracker_mark_begin_integer, tracker_mark_begin_default
    end interface
    interface timemory_tracker_mark_end
        module procedure tracker_mark_end_real, tracker_mark_end_integer, tracker_mark_end_default
    end interface
    interface timemory_tracker_add_secondary
        module procedure tracker_add_secondary_real, tracker_add_secondary_integer, tracker_add_secondary_default
    end interface
    interface timemory_tracker_track
        module procedure tracker_track_real, tracker_track_integer, tracker_track_default
    end interface
    interface timemory_tracker_value
        module procedure tracker_value_real, tracker_value_integer
    end interface
    interface timemory_tracker_secondary
        module procedure tracker_secondary_real, tracker_secondary_integer
    end interface

contains

    ! The name is not used, as in C: the results contain the program's own name.
    subroutine timemory_init_library(name)
        character(len=*), intent(in) :: name
        if (len(name) < 0) return ! so that compilers do not warn about it
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

    ! Returns 0 if a component is unknown.
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

    ! The reason why the calling thread's last failed function failed.
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

    ! A custom component: timemory/component.h documents each argument. The value is read by one of real_value, integer_value and
    ! values; without them it is a marker. Returns false if it failed; timemory_error has the reason.
    logical function timemory_register_component(id, start, stop, real_value, integer_value, values, elements, description, unit, &
                                                 label, memory_size, set_prefix, destroy, value_size, merge, numbers, &
                                                 start_stream) result(done)
        character(len=*), intent(in) :: id
        procedure(timemory_component_step) :: start, stop
        procedure(timemory_component_real), optional :: real_value
        procedure(timemory_component_integer), optional :: integer_value
        procedure(timemory_component_two), optional :: values, set_prefix, merge, numbers, start_stream
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
        if (present(start_stream)) made%start_stream = c_funloc(start_stream)
        done = c_register_component(made)
    contains
        ! The text with a terminating NUL.
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

    ! A component without a region; not associated if creating it failed, with the reason in timemory_error.
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

    ! Number `element`, counted from 0, of the last lap, and over all laps; false if there are no laps.
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

    ! Wraps and counts functions of libraries: timemory/gotcha.h documents each function. Logical results are false on failure;
    ! timemory_error has the reason. The gotcha is not associated if a component is unknown; components "" mean no region.
    function timemory_gotcha_create(components, priority) result(gotcha)
        character(len=*), intent(in) :: components
        integer, intent(in) :: priority
        type(C_PTR) :: gotcha
        gotcha = c_gotcha_create(c_text(components), int(priority, C_INT))
    end function

    ! The name is the linker symbol: cos, and solve_ or __module_MOD_solve for functions compiled by gfortran.
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

    ! The argument's index as in C, from 0; negative: none. It is summed if it is passed by value.
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

    ! Named trackers: timemory/tracker.h documents each function. Numbers are stored in the innermost region of the calling thread
    ! that includes the tracker. On failure, the optional argument done is false, and timemory_error has the reason.

    ! Returns 0 if the id is invalid or taken.
    integer(C_INT32_T) function timemory_tracker_create(id, description, unit, kind) result(tracker)
        character(len=*), intent(in) :: id, description, unit
        integer(C_INT), intent(in) :: kind
        tracker = c_tracker_create(c_text(id), c_text(description), c_text(unit), kind)
    end function

    ! Returns 0 if there is none with that id.
    integer(C_INT32_T) function timemory_tracker_find(id) result(tracker)
        character(len=*), intent(in) :: id
        tracker = c_tracker_find(c_text(id))
    end function

    subroutine tell(is_done, done)
        logical(C_BOOL), intent(in) :: is_done
        logical, intent(out), optional :: done
        if (present(done)) done = is_done
    end subroutine

    ! Sets the value of the lap to the number, or to the result of combine for the current value, which is 0 at first, and the
    ! number.
    subroutine tracker_store_real(tracker, number, combine, done)
        integer(C_INT32_T), intent(in) :: tracker
        real(C_DOUBLE), intent(in) :: number
        procedure(combination_of_reals), optional :: combine
        logical, intent(out), optional :: done
        real(C_DOUBLE) :: before
        logical(C_BOOL) :: is_done
        if (.not. present(combine)) then
            is_done = c_tracker_store_real(tracker, number)
        else
            is_done = c_tracker_value_real(tracker, before)
            if (is_done) is_done = c_tracker_store_real(tracker, combine(before, number))
        end if
        call tell(is_done, done)
    end subroutine

    subroutine tracker_mark_begin_real(tracker, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        real(C_DOUBLE), intent(in) :: number
        logical, intent(out), optional :: done
        call tell(c_tracker_mark_begin_real(tracker, number), done)
    end subroutine

    ! Adds to the value of the lap the difference between the number and that of mark_begin, or the result of combine for the two.
    subroutine tracker_mark_end_real(tracker, number, combine, done)
        integer(C_INT32_T), intent(in) :: tracker
        real(C_DOUBLE), intent(in) :: number
        procedure(combination_of_reals), optional :: combine
        logical, intent(out), optional :: done
        real(C_DOUBLE) :: begin, before
        logical(C_BOOL) :: is_done
        if (.not. present(combine)) then
            is_done = c_tracker_mark_end_real(tracker, number)
        else
            is_done = c_tracker_mark_real(tracker, begin)
            if (is_done) is_done = c_tracker_value_real(tracker, before)
            if (is_done) is_done = c_tracker_store_real(tracker, before + combine(begin, number))
        end if
        call tell(is_done, done)
    end subroutine

    ! Adds to the value of the key in the lap, or sets it to the result of combine for that value and the number: a child region.
    subroutine tracker_add_secondary_real(tracker, key, number, combine, done)
        integer(C_INT32_T), intent(in) :: tracker
        character(len=*), intent(in) :: key
        real(C_DOUBLE), intent(in) :: number
        procedure(combination_of_reals), optional :: combine
        logical, intent(out), optional :: done
        real(C_DOUBLE) :: combined
        logical(C_BOOL) :: is_done
        if (.not. present(combine)) then
            is_done = c_tracker_add_secondary_real(tracker, c_text(key), number)
        else
            if (c_tracker_secondary_real(tracker, c_text(key), combined)) then
                combined = combine(combined, number)
            else
                combined = number
            end if
            is_done = c_tracker_set_secondary_real(tracker, c_text(key), combined)
        end if
        call tell(is_done, done)
    end subroutine

    ! Records the number as a lap of the region, which is measured by this tracker only.
    subroutine tracker_track_real(tracker, label, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        character(len=*), intent(in) :: label
        real(C_DOUBLE), intent(in) :: number
        logical, intent(out), optional :: done
        call tell(c_tracker_track_real(tracker, c_text(label), number), done)
    end subroutine

    ! The current value of the lap; 0 if there is none.
    subroutine tracker_value_real(tracker, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        real(C_DOUBLE), intent(out) :: number
        logical, intent(out), optional :: done
        call tell(c_tracker_value_real(tracker, number), done)
    end subroutine

    ! The value of the key in the lap; done is false if it has none.
    subroutine tracker_secondary_real(tracker, key, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        character(len=*), intent(in) :: key
        real(C_DOUBLE), intent(out) :: number
        logical, intent(out), optional :: done
        call tell(c_tracker_secondary_real(tracker, c_text(key), number), done)
    end subroutine

    ! Sets the value of the lap to the number, or to the result of combine for the current value, which is 0 at first, and the
    ! number.
    subroutine tracker_store_integer(tracker, number, combine, done)
        integer(C_INT32_T), intent(in) :: tracker
        integer(C_INT64_T), intent(in) :: number
        procedure(combination_of_integers), optional :: combine
        logical, intent(out), optional :: done
        integer(C_INT64_T) :: before
        logical(C_BOOL) :: is_done
        if (.not. present(combine)) then
            is_done = c_tracker_store_integer(tracker, number)
        else
            is_done = c_tracker_value_integer(tracker, before)
            if (is_done) is_done = c_tracker_store_integer(tracker, combine(before, number))
        end if
        call tell(is_done, done)
    end subroutine

    subroutine tracker_mark_begin_integer(tracker, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        integer(C_INT64_T), intent(in) :: number
        logical, intent(out), optional :: done
        call tell(c_tracker_mark_begin_integer(tracker, number), done)
    end subroutine

    ! Adds to the value of the lap the difference between the number and that of mark_begin, or the result of combine for the two.
    subroutine tracker_mark_end_integer(tracker, number, combine, done)
        integer(C_INT32_T), intent(in) :: tracker
        integer(C_INT64_T), intent(in) :: number
        procedure(combination_of_integers), optional :: combine
        logical, intent(out), optional :: done
        integer(C_INT64_T) :: begin, before
        logical(C_BOOL) :: is_done
        if (.not. present(combine)) then
            is_done = c_tracker_mark_end_integer(tracker, number)
        else
            is_done = c_tracker_mark_integer(tracker, begin)
            if (is_done) is_done = c_tracker_value_integer(tracker, before)
            if (is_done) is_done = c_tracker_store_integer(tracker, before + combine(begin, number))
        end if
        call tell(is_done, done)
    end subroutine

    ! Adds to the value of the key in the lap, or sets it to the result of combine for that value and the number: a child region.
    subroutine tracker_add_secondary_integer(tracker, key, number, combine, done)
        integer(C_INT32_T), intent(in) :: tracker
        character(len=*), intent(in) :: key
        integer(C_INT64_T), intent(in) :: number
        procedure(combination_of_integers), optional :: combine
        logical, intent(out), optional :: done
        integer(C_INT64_T) :: combined
        logical(C_BOOL) :: is_done
        if (.not. present(combine)) then
            is_done = c_tracker_add_secondary_integer(tracker, c_text(key), number)
        else
            if (c_tracker_secondary_integer(tracker, c_text(key), combined)) then
                combined = combine(combined, number)
            else
                combined = number
            end if
            is_done = c_tracker_set_secondary_integer(tracker, c_text(key), combined)
        end if
        call tell(is_done, done)
    end subroutine

    ! Records the number as a lap of the region, which is measured by this tracker only.
    subroutine tracker_track_integer(tracker, label, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        character(len=*), intent(in) :: label
        integer(C_INT64_T), intent(in) :: number
        logical, intent(out), optional :: done
        call tell(c_tracker_track_integer(tracker, c_text(label), number), done)
    end subroutine

    ! The current value of the lap; 0 if there is none.
    subroutine tracker_value_integer(tracker, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        integer(C_INT64_T), intent(out) :: number
        logical, intent(out), optional :: done
        call tell(c_tracker_value_integer(tracker, number), done)
    end subroutine

    ! The value of the key in the lap; done is false if it has none.
    subroutine tracker_secondary_integer(tracker, key, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        character(len=*), intent(in) :: key
        integer(C_INT64_T), intent(out) :: number
        logical, intent(out), optional :: done
        call tell(c_tracker_secondary_integer(tracker, c_text(key), number), done)
    end subroutine

    subroutine tracker_store_default(tracker, number, combine, done)
        integer(C_INT32_T), intent(in) :: tracker
        integer, intent(in) :: number
        procedure(combination_of_integers), optional :: combine
        logical, intent(out), optional :: done
        call tracker_store_integer(tracker, int(number, C_INT64_T), combine, done)
    end subroutine

    subroutine tracker_mark_begin_default(tracker, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        integer, intent(in) :: number
        logical, intent(out), optional :: done
        call tracker_mark_begin_integer(tracker, int(number, C_INT64_T), done)
    end subroutine

    subroutine tracker_mark_end_default(tracker, number, combine, done)
        integer(C_INT32_T), intent(in) :: tracker
        integer, intent(in) :: number
        procedure(combination_of_integers), optional :: combine
        logical, intent(out), optional :: done
        call tracker_mark_end_integer(tracker, int(number, C_INT64_T), combine, done)
    end subroutine

    subroutine tracker_add_secondary_default(tracker, key, number, combine, done)
        integer(C_INT32_T), intent(in) :: tracker
        character(len=*), intent(in) :: key
        integer, intent(in) :: number
        procedure(combination_of_integers), optional :: combine
        logical, intent(out), optional :: done
        call tracker_add_secondary_integer(tracker, key, int(number, C_INT64_T), combine, done)
    end subroutine

    subroutine tracker_track_default(tracker, label, number, done)
        integer(C_INT32_T), intent(in) :: tracker
        character(len=*), intent(in) :: label
        integer, intent(in) :: number
        logical, intent(out), optional :: done
        call tracker_track_integer(tracker, label, int(number, C_INT64_T), done)
    end subroutine

    ! Texts as in C, with a terminating NUL.
    pure function c_text(text) result(ended)
        character(len=*), intent(in) :: text
        character(kind=C_CHAR, len=len_trim(text) + 1) :: ended
        ended = trim(text) // C_NULL_CHAR
    end function

end module timemory
