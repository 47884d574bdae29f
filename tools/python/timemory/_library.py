"""Finds libtimemory.so, and declares its functions for Python.

Loading the library runs no code in it. The first call does, and a process forked afterwards measures nothing; so the rest of the package
postpones that call until something is measured or queried.
"""

import ctypes
import os
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Iterator, Optional, Tuple

NAME = "libtimemory.so"


class Record(c_uint64):
    """The number of a record. As a separate class it is passed from and to the library without being converted to a Python integer."""


class Timer(c_void_p):
    """The library's representation of an auto timer, passed in the same way."""


class Counted(ctypes.Structure):
    _fields_ = [("calls", c_uint64), ("sum", c_int64)]


class PythonLayout(ctypes.Structure):
    _fields_ = (
        [(name, c_void_p) for name in ("thread_state", "code_type", "text_type")]
        + [("eval", c_int64)]
        + [(name, c_int32) for name in ("frame_of_state", "frame_of_that", "code_of_frame", "frame_of_frame")]
        + [(name, c_int32) for name in ("entry_of_frame", "is_entry", "is_entry_alone")]
        + [(name, c_int32) for name in ("file_of_code", "name_of_code", "line_of_code", "ascii", "others")]
    )


class BundleOptions(ctypes.Structure):
    _fields_ = [(name, c_char_p) for name in ("components", "optional", "user_bundles", "percentiles", "scope")]


class Totals(ctypes.Structure):
    _fields_ = [("laps", c_uint64)] + [(name, c_double) for name in ("last", "sum", "min", "max", "mean", "stddev")]


class CustomComponent(ctypes.Structure):
    """timemory_component of timemory/component.h."""

    _fields_ = (
        [(name, c_char_p) for name in ("id", "description", "unit")]
        + [("size", c_size_t)]
        + [(name, c_void_p) for name in ("start", "stop", "value", "integer", "values")]
        + [("elements", c_char_p), ("value_size", c_size_t)]
        + [(name, c_void_p) for name in ("merge", "numbers")]
        + [("label", c_char_p)]
        + [(name, c_void_p) for name in ("set_prefix", "destroy", "start_stream")]
    )


def candidates() -> Iterator[Tuple[str, str]]:
    """Where the library may be, and the reason for each place. A path that is set explicitly is the only place: an older library must not
    be used instead unnoticed."""
    chosen = os.environ.get("TIMEMORY_LIBRARY")
    if chosen:
        yield chosen, "TIMEMORY_LIBRARY"
        return
    package = Path(__file__).resolve().parent
    yield str(package / "lib" / NAME), "next to the package"
    yield str(package.parents[2] / "timemory-native" / "target" / "lib" / NAME), "a built source tree"
    yield NAME, "the system's library path: LD_LIBRARY_PATH, ldconfig"


def _load() -> str:
    tried = []
    for path, why in candidates():
        if path != NAME and not os.path.exists(path):
            tried.append(f"  {path} ({why}): no such file")
            continue
        try:
            ctypes.CDLL(path)
            return path
        except OSError as refused:
            tried.append(f"  {path} ({why}): {refused}")
    raise ImportError(
        "timemory needs libtimemory.so, which was not found:\n" + "\n".join(tried) + "\nSet TIMEMORY_LIBRARY to its path, or build it "
        "(mvn package -pl :timemory-native -am in timemory's source tree) and copy it to one of these places."
    )


path = _load()
# Calls that may take long let other threads run; those that are shorter than a release of the lock keep Python's lock.
_patient = ctypes.CDLL(path)
_quick = ctypes.PyDLL(path)


def _bind(library: ctypes.CDLL, name: str, result: object, *arguments: object):
    try:
        # Not by attribute: each access with [] creates a new function object, with its own prototype.
        function = library[name]
    except AttributeError as missing:
        raise ImportError(f"{path} is not libtimemory.so of this version: it has no function {name}. Does TIMEMORY_LIBRARY point to an older one?") from missing
    function.restype = result
    if arguments:
        function.argtypes = list(arguments)
    return function


# The functions around each lap have no argument types. They are called only from here, with arguments that ctypes passes correctly by
# itself (a small integer, bytes, a Record), and checking them would take a third of the time of a lap.
get_begin_record = _bind(_quick, "timemory_get_begin_record", Record)
bundle_begin = _bind(_quick, "timemory_bundle_begin", Record)
end_record = _bind(_quick, "timemory_end_record", None)
create_auto_timer = _bind(_quick, "c_timemory_create_auto_timer", Timer)
delete_auto_timer = _bind(_quick, "c_timemory_delete_auto_timer", None)
region_start = _bind(_quick, "timemory_region_start", None, c_void_p)
region_stop = _bind(_quick, "timemory_region_stop", None, c_void_p)
push_region = _bind(_quick, "timemory_push_region", None, c_char_p)
pop_region = _bind(_quick, "timemory_pop_region", None, c_char_p)
bundle_push = _bind(_quick, "timemory_bundle_push", None, c_uint32, c_char_p)
bundle_pop = _bind(_quick, "timemory_bundle_pop", None, c_uint32, c_char_p)

push_trace = _bind(_quick, "timemory_push_trace", None, c_char_p)
pop_trace = _bind(_quick, "timemory_pop_trace", None, c_char_p)
push_trace_hash = _bind(_quick, "timemory_push_trace_hash", None, c_uint64)
pop_trace_hash = _bind(_quick, "timemory_pop_trace_hash", None, c_uint64)

init_library = _bind(_patient, "timemory_init_library", None, c_int, POINTER(c_char_p))
is_initialized = _bind(_patient, "timemory_library_is_initialized", c_bool)
finalize_library = _bind(_patient, "timemory_finalize_library", None)
pause = _bind(_patient, "timemory_pause", None)
resume = _bind(_patient, "timemory_resume", None)
enabled = _bind(_patient, "c_timemory_enabled", c_int)
set_default = _bind(_patient, "timemory_set_default", None, c_char_p)
add_components = _bind(_patient, "timemory_add_components", None, c_char_p)
remove_components = _bind(_patient, "timemory_remove_components", None, c_char_p)
push_components = _bind(_patient, "timemory_push_components", None, c_char_p)
pop_components = _bind(_patient, "timemory_pop_components", None)
bundle_create = _bind(_patient, "timemory_bundle_create", c_uint32, c_char_p)
bundle_build = _bind(_patient, "timemory_bundle_build", c_uint32, POINTER(BundleOptions))
region_create = _bind(_patient, "timemory_region_create", c_void_p, c_char_p, c_char_p)
region_reset = _bind(_patient, "timemory_region_reset", None, c_void_p)
region_is_running = _bind(_patient, "timemory_region_is_running", c_bool, c_void_p)
region_destroy = _bind(_patient, "timemory_region_destroy", None, c_void_p)
region_store = _bind(_patient, "timemory_region_store", c_bool, c_void_p, c_int, c_double)
region_store_integer = _bind(_patient, "timemory_region_store_integer", c_bool, c_void_p, c_int, c_int64)
region_mark_begin = _bind(_patient, "timemory_region_mark_begin", c_bool, c_void_p, c_int, c_double)
region_mark_end = _bind(_patient, "timemory_region_mark_end", c_bool, c_void_p, c_int, c_double)
region_mark_begin_integer = _bind(_patient, "timemory_region_mark_begin_integer", c_bool, c_void_p, c_int, c_int64)
region_mark_end_integer = _bind(_patient, "timemory_region_mark_end_integer", c_bool, c_void_p, c_int, c_int64)
region_add_secondary = _bind(_patient, "timemory_region_add_secondary", c_bool, c_void_p, c_int, c_char_p, c_double)
region_add_secondary_integer = _bind(_patient, "timemory_region_add_secondary_integer", c_bool, c_void_p, c_int, c_char_p, c_int64)
region_set_secondary = _bind(_patient, "timemory_region_set_secondary", c_bool, c_void_p, c_int, c_char_p, c_double)
region_set_secondary_integer = _bind(_patient, "timemory_region_set_secondary_integer", c_bool, c_void_p, c_int, c_char_p, c_int64)
region_value = _bind(_patient, "timemory_region_value", c_bool, c_void_p, c_int, POINTER(c_double))
region_value_integer = _bind(_patient, "timemory_region_value_integer", c_bool, c_void_p, c_int, POINTER(c_int64))
region_mark = _bind(_patient, "timemory_region_mark", c_bool, c_void_p, c_int, POINTER(c_double))
region_mark_integer = _bind(_patient, "timemory_region_mark_integer", c_bool, c_void_p, c_int, POINTER(c_int64))
region_secondary = _bind(_patient, "timemory_region_secondary", c_bool, c_void_p, c_int, c_char_p, POINTER(c_double))
region_secondary_integer = _bind(_patient, "timemory_region_secondary_integer", c_bool, c_void_p, c_int, c_char_p, POINTER(c_int64))

tracker_create = _bind(_patient, "timemory_tracker_create", c_uint32, c_char_p, c_char_p, c_char_p, c_int)
tracker_store = _bind(_quick, "timemory_tracker_store", c_bool, c_uint32, c_double)
tracker_store_integer = _bind(_quick, "timemory_tracker_store_integer", c_bool, c_uint32, c_int64)
tracker_mark_begin = _bind(_quick, "timemory_tracker_mark_begin", c_bool, c_uint32, c_double)
tracker_mark_begin_integer = _bind(_quick, "timemory_tracker_mark_begin_integer", c_bool, c_uint32, c_int64)
tracker_mark_end = _bind(_quick, "timemory_tracker_mark_end", c_bool, c_uint32, c_double)
tracker_mark_end_integer = _bind(_quick, "timemory_tracker_mark_end_integer", c_bool, c_uint32, c_int64)
tracker_add_secondary = _bind(_quick, "timemory_tracker_add_secondary", c_bool, c_uint32, c_char_p, c_double)
tracker_add_secondary_integer = _bind(_quick, "timemory_tracker_add_secondary_integer", c_bool, c_uint32, c_char_p, c_int64)
tracker_set_secondary = _bind(_quick, "timemory_tracker_set_secondary", c_bool, c_uint32, c_char_p, c_double)
tracker_set_secondary_integer = _bind(_quick, "timemory_tracker_set_secondary_integer", c_bool, c_uint32, c_char_p, c_int64)
tracker_value = _bind(_quick, "timemory_tracker_value", c_bool, c_uint32, POINTER(c_double))
tracker_value_integer = _bind(_quick, "timemory_tracker_value_integer", c_bool, c_uint32, POINTER(c_int64))
tracker_mark = _bind(_quick, "timemory_tracker_mark", c_bool, c_uint32, POINTER(c_double))
tracker_mark_integer = _bind(_quick, "timemory_tracker_mark_integer", c_bool, c_uint32, POINTER(c_int64))
tracker_secondary = _bind(_quick, "timemory_tracker_secondary", c_bool, c_uint32, c_char_p, POINTER(c_double))
tracker_secondary_integer = _bind(_quick, "timemory_tracker_secondary_integer", c_bool, c_uint32, c_char_p, POINTER(c_int64))
tracker_track = _bind(_quick, "timemory_tracker_track", c_bool, c_uint32, c_char_p, c_double)
tracker_track_integer = _bind(_quick, "timemory_tracker_track_integer", c_bool, c_uint32, c_char_p, c_int64)
_region_reading = _bind(_patient, "timemory_region_reading", c_bool, c_void_p, c_int, POINTER(c_double))
region_add = _bind(_patient, "timemory_region_add", c_bool, c_void_p, c_void_p)
region_subtract = _bind(_patient, "timemory_region_subtract", c_bool, c_void_p, c_void_p)
_region_get = _bind(_patient, "timemory_region_get", c_bool, c_void_p, c_int, c_int, POINTER(Totals))
_region_text = _bind(_patient, "timemory_region_text", c_void_p, c_void_p, c_int)
_catalogue = _bind(_patient, "timemory_catalogue", c_void_p, c_bool)
_hardware_events = _bind(_patient, "timemory_hardware_events", c_void_p)
_results = _bind(_patient, "timemory_results", c_void_p, c_char_p, c_bool)
_saved_results = _bind(_patient, "timemory_saved_results", c_void_p, c_char_p, c_bool)
_results_components = _bind(_patient, "timemory_results_components", c_void_p)
_table = _bind(_patient, "timemory_table", c_void_p, c_char_p)
report = _bind(_patient, "timemory_report", c_bool, c_char_p)
clear = _bind(_patient, "timemory_clear", None)
trace_init = _bind(_patient, "timemory_trace_init", None, c_char_p, c_bool, c_char_p)
trace_finalize = _bind(_patient, "timemory_trace_finalize", None)
is_throttled = _bind(_patient, "timemory_is_throttled", c_bool, c_char_p)
add_hash_id = _bind(_patient, "timemory_add_hash_id", None, c_uint64, c_char_p)
_setting = _bind(_patient, "timemory_setting", c_void_p, c_char_p)
_tool_components = _bind(_patient, "timemory_tool_components", c_void_p, c_char_p, c_char_p, c_char_p)
change_setting = _bind(_patient, "timemory_change_setting", c_bool, c_char_p, c_char_p)

region_start_stream = _bind(_quick, "timemory_region_start_stream", c_bool, c_void_p, c_void_p)
bundle_begin_stream = _bind(_quick, "timemory_bundle_begin_stream", c_bool, c_uint32, c_char_p, c_void_p, POINTER(Record))
register_component = _bind(_patient, "timemory_register_component", c_bool, POINTER(CustomComponent))
retire_component = _bind(_patient, "timemory_retire_component", None, c_char_p)
component_fail = _bind(_quick, "timemory_component_fail", None, c_char_p)
instance_create = _bind(_patient, "timemory_instance_create", c_void_p, c_char_p, c_char_p)
instance_start = _bind(_quick, "timemory_instance_start", c_bool, c_void_p)
instance_stop = _bind(_quick, "timemory_instance_stop", c_bool, c_void_p)
instance_get = _bind(_patient, "timemory_instance_get", c_bool, c_void_p, c_int, POINTER(Totals))
instance_destroy = _bind(_patient, "timemory_instance_destroy", None, c_void_p)

# For samples: see _frames. They run no other code of the library.
python_begin = _bind(_quick, "timemory_python_begin", c_int, c_void_p, c_char_p)
python_end = _bind(_quick, "timemory_python_end", None, c_char_p)
python_here = _bind(_quick, "timemory_python_here", c_int, c_char_p, c_int)

gotcha_create = _bind(_patient, "timemory_gotcha_create", c_void_p, c_char_p, c_int)
gotcha_wrap = _bind(_patient, "timemory_gotcha_wrap", c_bool, c_void_p, c_char_p, c_char_p)
gotcha_replace = _bind(_patient, "timemory_gotcha_replace", c_bool, c_void_p, c_char_p, c_void_p, c_void_p)
gotcha_count = _bind(_patient, "timemory_gotcha_count", c_bool, c_void_p, c_char_p, c_int)
gotcha_audit = _bind(_patient, "timemory_gotcha_audit", c_bool, c_void_p, c_void_p, c_void_p, c_void_p)
gotcha_permit = _bind(_patient, "timemory_gotcha_permit", c_bool, c_void_p, c_char_p)
gotcha_reject = _bind(_patient, "timemory_gotcha_reject", c_bool, c_void_p, c_char_p)
gotcha_permit_callers = _bind(_patient, "timemory_gotcha_permit_callers", c_bool, c_void_p, c_char_p)
gotcha_reject_callers = _bind(_patient, "timemory_gotcha_reject_callers", c_bool, c_void_p, c_char_p)
gotcha_set_scope = _bind(_patient, "timemory_gotcha_set_scope", c_bool, c_void_p, c_int)
gotcha_start = _bind(_patient, "timemory_gotcha_start", c_bool, c_void_p)
gotcha_stop = _bind(_patient, "timemory_gotcha_stop", None, c_void_p)
gotcha_remove = _bind(_patient, "timemory_gotcha_remove", None, c_void_p)
gotcha_slots = _bind(_patient, "timemory_gotcha_slots", c_size_t, c_void_p, c_char_p)
gotcha_counted = _bind(_patient, "timemory_gotcha_counted", c_bool, c_void_p, c_char_p, c_bool, POINTER(Counted))
# Inside a call that is too short to let another Python thread run in between.
gotcha_pass_by = _bind(_quick, "timemory_gotcha_pass_by", None, c_bool)
call_function = _bind(_quick, "timemory_call_function", c_char_p, c_void_p)
call_integer = _bind(_quick, "timemory_call_integer", c_int64, c_void_p, c_int)
call_floating = _bind(_quick, "timemory_call_floating", c_double, c_void_p, c_int)
call_integer_result = _bind(_quick, "timemory_call_integer_result", c_int64, c_void_p)
call_floating_result = _bind(_quick, "timemory_call_floating_result", c_double, c_void_p)
_error = _bind(_patient, "timemory_error", c_char_p)
_free = _bind(_patient, "timemory_free", None, c_void_p)


def _text(pointer: Optional[int]) -> Optional[str]:
    if not pointer:
        return None
    try:
        return ctypes.string_at(pointer).decode("utf-8", "replace")
    finally:
        _free(pointer)


# Replaces the names of other languages in the library's messages.
_NAMES = {
    "Timemory.init": "timemory.init",
    "set it before the first region": "pass it to timemory.init",
    "timemory_pop_region": "timemory.pop_region",
    "Timemory.finalize": "timemory.finalize",
    "timemory_init_library": "timemory.init",
    "timemory_finalize_library": "timemory.finalize",
    "timemory_region_create": "a component",
    "timemory_bundle_create": "timemory.bundle",
    "timemory_report": "timemory.report",
    "timemory_register_component": "timemory.component.register",
    "timemory_instance_start": "Instance.start",
    "timemory_instance_stop": "Instance.stop",
    "timemory_component_fail and timemory_instance_...": "timemory.component.Instance",
    "timemory_tracker_create": "timemory.tracker.Tracker",
    "timemory_gotcha_set_scope": "Gotcha.scope",
    "timemory_gotcha_": "Gotcha.",
}


def error() -> str:
    """Returns the reason why the last failed function on this thread failed."""
    why = _error().decode("utf-8", "replace")
    for name, here in _NAMES.items():
        why = why.replace(name, here)
    return why


def catalogue() -> Optional[str]:
    return _text(_catalogue(False))


def hardware_events() -> Optional[str]:
    return _text(_hardware_events())


def results(component: str, hierarchy: bool) -> Optional[str]:
    return _text(_results(component.encode(), hierarchy))


def saved_results(path: str, hierarchy: bool) -> Optional[str]:
    return _text(_saved_results(os.fsencode(path), hierarchy))


def results_components() -> str:
    return _text(_results_components()) or ""


def setting(name: str) -> Optional[str]:
    return _text(_setting(name.encode()))


def tool_components(given: str, bundles: str, usual: str) -> Optional[str]:
    return _text(_tool_components(given.encode("utf-8", "backslashreplace"), bundles.encode(), usual.encode()))


def table(component: str) -> Optional[str]:
    return _text(_table(component.encode()))


def region_get(region: int, element: int, component: int = 0) -> Optional[Totals]:
    totals = Totals()
    return totals if _region_get(region, component, element, byref(totals)) else None


def region_text(region: int, component: int = 0) -> Optional[str]:
    return _text(_region_text(region, component))


def region_reading(region: int) -> Optional[float]:
    reading = c_double()
    return reading.value if _region_reading(region, 0, byref(reading)) else None


def may_measure() -> bool:
    """Whether this process was not forked from a measuring one."""
    return catalogue() is not None
