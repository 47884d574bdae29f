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
    use, intrinsic :: iso_c_binding, only : C_BOOL, C_CHAR, C_INT, C_INT32_T, C_INT64_T, C_NULL_CHAR, C_NULL_PTR, C_PTR
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
    public :: timemory_bundle_create, timemory_bundle_push, timemory_bundle_pop, timemory_bundle_begin

    interface
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

    ! As C ends texts.
    pure function c_text(text) result(ended)
        character(len=*), intent(in) :: text
        character(kind=C_CHAR, len=len_trim(text) + 1) :: ended
        ended = trim(text) // C_NULL_CHAR
    end function

end module timemory
