import ctypes
import errno
import math
import os
import sys
import threading
import unittest

import timemory
from tests import below, program
from timemory.gotcha import Gotcha


def libm(name, *arguments, result=ctypes.c_double):
    """A function as it is found now: functions looked up before a gotcha started are not intercepted."""
    function = ctypes.CDLL("libm.so.6")[name]
    function.restype, function.argtypes = result, arguments
    return function


def libc(name, *arguments, result=ctypes.c_int):
    function = ctypes.CDLL("libc.so.6", use_errno=True)[name]
    function.restype, function.argtypes = result, arguments
    return function


class Unraisable:
    """The exceptions passed to sys.unraisablehook in the meantime."""

    def __enter__(self):
        self.before, self.values = sys.unraisablehook, []
        sys.unraisablehook = lambda given: self.values.append(given.exc_value)
        return self.values

    def __exit__(self, *exception):
        sys.unraisablehook = self.before


class GotchaTest(unittest.TestCase):
    def gotcha(self, *components, **options):
        made = Gotcha(components, **options)
        self.addCleanup(made.remove)
        return made

    def test_a_wrapped_function_is_a_region_while_the_gotcha_acts(self):
        tangents = self.gotcha("wall_clock").wrap("tanh", "f64(f64)")
        math.tanh(0)
        with timemory.region("wrapped"), tangents:
            math.tanh(0)
            self.assertIs(tangents, tangents.start())
            self.assertEqual((0, 0), (math.tanh(0), libm("tanh", ctypes.c_double)(0)))
            tangents.stop()
            math.tanh(0)
        with timemory.region("not wrapped"):
            math.tanh(0)
        self.assertEqual({"wrapped": 1, "wrapped/tanh": 4}, below("wrapped"))
        self.assertEqual({"not wrapped": 1}, below("not wrapped"))

    def test_calls_are_counted_with_the_sum_of_an_argument_by_each_thread(self):
        counting = self.gotcha().count("labs", 0).count("abs")
        with self.assertWarnsRegex(RuntimeWarning, "abs"):  # no object has a slot for it, but lookups are redirected all the same
            counting.start()
        labs, plain = libc("labs", ctypes.c_long, result=ctypes.c_long), libc("abs", ctypes.c_int)

        def call():
            for i in range(10):
                self.assertEqual(i, labs(-i))

        thread = threading.Thread(target=call)
        thread.start()
        thread.join()
        self.assertEqual((5, 7), (labs(5), plain(-7)))
        self.assertEqual((11, -40), counting.counted("labs"))
        self.assertEqual((1, 5), counting.counted("labs", here=True))
        self.assertEqual((1, 0), counting.counted("abs"))
        counting.stop()
        labs(5)
        self.assertEqual(11, counting.counted("labs").calls)
        with self.assertRaisesRegex(ValueError, "does not count llabs"):
            counting.counted("llabs")

    def test_audits_see_arguments_and_results_of_every_kind(self):
        seen = []
        audited = self.gotcha().wrap("strtol", "i64(str, ptr, i32)").wrap("ldexp", "f64(f64, i32)").wrap("strstr", "str(str, str)")
        audited.wrap("strtoull", "u64(str, ptr, i32)").wrap("sqrtf", "f32(f32)").wrap("labs")
        audited.audit(lambda *call: seen.append(call), lambda *call: seen.append(call))
        end = ctypes.c_char_p()
        with self.assertWarns(RuntimeWarning):
            audited.start()
        libc("strtol", ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int, result=ctypes.c_long)(b"-12", None, 10)
        libc("strtoull", ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int)(b"-1", ctypes.byref(end), 16)
        libm("ldexp", ctypes.c_double, ctypes.c_int)(0.75, -2)
        libm("sqrtf", ctypes.c_float, result=ctypes.c_float)(2.25)
        libc("strstr", ctypes.c_char_p, ctypes.c_char_p)(b"haystack", b"stack")
        libc("strstr", ctypes.c_char_p, ctypes.c_char_p)(b"hay", b"stack")
        libc("labs", ctypes.c_long)(-5)
        audited.stop()
        libc("labs", ctypes.c_long)(-5)
        expected = [("strtol", b"-12", None, 10), ("strtol", -12), ("strtoull", b"-1", ctypes.addressof(end), 16), ("strtoull", 2**64 - 1)]
        expected += [("ldexp", 0.75, -2), ("ldexp", 0.1875), ("sqrtf", 2.25), ("sqrtf", 1.5)]
        expected += [("strstr", b"haystack", b"stack"), ("strstr", b"stack"), ("strstr", b"hay", b"stack"), ("strstr", None)]
        self.assertEqual(expected + [("labs",), ("labs", None)], seen)

    def test_an_audit_that_raises_is_reported_and_changes_nothing(self):
        def raises(*call):
            self.assertFalse(os.path.exists(__file__ + "/nothing"))
            raise KeyError(call)

        audited = self.gotcha().wrap("access", "i32(str, i32)").audit(raises, raises)
        with audited, Unraisable() as values:
            access = libc("access", ctypes.c_char_p, ctypes.c_int)
            self.assertEqual((-1, errno.ENOENT), (access(b"/nowhere", 0), ctypes.get_errno()))
        self.assertEqual(["KeyError(('access', b'/nowhere', 0))", "KeyError(('access', -1))"], [repr(value) for value in values])

    def test_what_audits_call_is_not_seen(self):
        seen = []

        def incoming(function, *arguments):
            seen.append(function)
            libc("getppid")()

        with self.gotcha().wrap("getppid", "i32()").audit(incoming):
            self.assertEqual(os.getppid(), libc("getppid")())
        self.assertEqual(["getppid"] * 2, seen)  # that of os, and this one

    def test_python_replaces_a_function_and_may_call_it(self):
        doubled = self.gotcha()

        @doubled.replace("fmod", "f64(f64, f64)")
        def fmod(original, number, by):
            return original(number, by) + original(number, 1)

        upper = self.gotcha().replace("getenv", "str(str)", lambda getenv, name: getenv(name.upper()))
        os.environ["SOME_NAME"] = "thing"
        self.addCleanup(os.environ.pop, "SOME_NAME")
        with doubled, upper:
            self.assertEqual((3, 3), (libm("fmod", ctypes.c_double, ctypes.c_double)(5.5, 3), math.fmod(5.5, 3)))
            self.assertEqual(b"thing", libc("getenv", ctypes.c_char_p, result=ctypes.c_char_p)(b"some_name"))
        self.assertIsNone(libc("getenv", ctypes.c_char_p, result=ctypes.c_char_p)(b"some_name"))
        self.assertEqual(2.5, math.fmod(5.5, 3))

    def test_a_replacement_that_fails_is_reported_and_the_caller_has_the_functions_result(self):
        failing = [lambda original, number: "no number", lambda original, number: original(number) / 0, lambda original: None]
        for replacement in failing:
            with self.subTest(replacement=failing.index(replacement)):
                gotcha = self.gotcha().replace("cosh", "f64(f64)", replacement)
                with gotcha, Unraisable() as values:
                    self.assertEqual(1, math.cosh(0))
                gotcha.remove()
                self.assertIn(type(values[0]), (TypeError, ZeroDivisionError))

    def test_what_the_original_calls_is_seen_by_other_gotchas(self):
        inner = self.gotcha().count("cosh").start()
        outer = self.gotcha(priority=1).replace("cosh", "f64(f64)", lambda original, number: original(number)).start()
        math.cosh(0)
        self.assertEqual(1, inner.counted("cosh").calls)
        outer.stop()
        inner.stop()

    def test_functions_and_callers_are_chosen(self):
        seen = []
        chosen = self.gotcha().wrap("cosh", "f64(f64)").wrap("sinh", "f64(f64)").audit(lambda name, _: seen.append(name))
        with chosen:
            chosen.permit(["cos*", "tan*"])
            math.cosh(0), math.sinh(0)
            chosen.permit().reject("cos*")
            math.cosh(0), math.sinh(0)
            chosen.reject()
            math.cosh(0)
        self.assertEqual(["cosh", "sinh", "cosh"], seen)
        nobody = self.gotcha().count("cosh").permit_callers("libnobody.so*")
        with self.assertWarns(RuntimeWarning):
            nobody.start()
        some = self.gotcha().count("cosh").reject_callers(["libnobody.so*", "libelse.so*"]).start()
        math.cosh(0)
        self.assertEqual((0, 1), (nobody.counted("cosh").calls, some.counted("cosh").calls))
        self.assertEqual((0, True), (nobody.slots(), some.slots("cosh") == some.slots() > 0))

    def test_of_one_thread_alone(self):
        seen = []
        mine = self.gotcha().wrap("cosh", "f64(f64)").audit(lambda name, number: seen.append(number)).scope("thread")
        with mine:
            thread = threading.Thread(target=lambda: math.cosh(1))
            thread.start()
            thread.join()
            math.cosh(2)
        self.assertEqual([2], seen)
        with self.assertRaisesRegex(ValueError, "Gotcha.scope: cosh is not wrapped"):
            self.gotcha().count("cosh").scope("thread")
        with self.assertRaisesRegex(ValueError, "scope: 'mine' is not one of all_threads, thread"):
            self.gotcha().scope("mine")

    def test_mistakes_raise_with_the_reason(self):
        with self.assertRaisesRegex(ValueError, "wall_clok.*wall_clock"):
            Gotcha("wall_clok")
        mistakes = {
            "'long double' is not one of": lambda gotcha: gotcha.wrap("expl", "long double(long double)"),
            "write it like": lambda gotcha: gotcha.wrap("div", "i32"),
            "Gotcha.wrap: the function has no name": lambda gotcha: gotcha.wrap(""),
            "argument 6": lambda gotcha: gotcha.count("div", 6),
            "structures by value": lambda gotcha: gotcha.replace("div", "struct(i32, i32)", print),
            "variadic function": lambda gotcha: gotcha.replace("printf", "i32(str, ...)", print),
            "malloc is called by threads that cannot run Python": lambda gotcha: gotcha.replace("malloc", "ptr(u64)", print),
            "sem_wait@GLIBC_2.34 is called by": lambda gotcha: gotcha.wrap("sem_wait@GLIBC_2.34", "i32(ptr)").audit(print),
            "pthread_mutex_lock is called by": lambda gotcha: gotcha.audit(print).wrap("pthread_mutex_lock", "i32(ptr)"),
            "has no function": lambda gotcha: gotcha.start(),
            "was already started": lambda gotcha: gotcha.wrap("cosh", "f64(f64)").start().wrap("sinh"),
        }
        for reason, mistake in mistakes.items():
            with self.subTest(reason=reason), self.assertRaisesRegex(ValueError, reason):
                mistake(self.gotcha())
        with self.assertWarnsRegex(RuntimeWarning, "no object of this process has or calls nobody_has_this") as warned:
            self.gotcha().wrap("nobody_has_this").start()
        self.assertEqual(__file__, warned.filename)

    def test_removed_means_as_before(self):
        seen = []
        removed = self.gotcha().wrap("cosh", "f64(f64)").audit(lambda *call: seen.append(call)).start()
        self.assertGreater(removed.slots(), 0)
        removed.remove()
        math.cosh(1)
        self.assertEqual((0, []), (removed.slots(), seen))
        self.assertEqual("Gotcha('': cosh)", repr(removed))

    def test_threads_call_while_it_is_started_and_stopped(self):
        calls, done = [], threading.Event()
        busy = self.gotcha().wrap("cosh", "f64(f64)").audit(lambda name, number: calls.append(number))
        busy.replace("sinh", "f64(f64)", lambda original, number: original(number))

        def call():
            while not done.is_set():
                self.assertEqual((1, 0), (math.cosh(0), math.sinh(0)))

        threads = [threading.Thread(target=call) for _ in range(8)]
        for thread in threads:
            thread.start()
        for _ in range(200):
            with busy:
                math.cosh(0)
        done.set()
        for thread in threads:
            thread.join()
        self.assertGreaterEqual(len(calls), 200)
        self.assertEqual(0, busy.slots() - busy.slots("cosh") - busy.slots("sinh"))


class EndTest(unittest.TestCase):
    def test_python_ends_while_gotchas_that_call_it_act(self):
        ended = program(
            self,
            """
            import atexit, math, threading

            atexit.register(lambda: print(math.cosh(0), math.sinh(0)))  # the first, which is called last
            from timemory.gotcha import Gotcha

            def never_ending():
                while True:
                    math.cosh(0)

            seen = set()
            Gotcha("wall_clock").wrap("cosh", "f64(f64)").audit(lambda name, _: seen.add(name), lambda *_: None).start()
            Gotcha().replace("sinh", "f64(f64)", lambda original, number: original(number) + 1).start()
            for _ in range(4):
                threading.Thread(target=never_ending, daemon=True).start()
            while not seen:
                pass
            print(math.sinh(0))
            """,
            TIMEMORY_COUT_OUTPUT="false",
        )
        self.assertEqual((0, "1.0\n1.0 0.0\n", ""), (ended.status, ended.out, ended.err))
        self.assertGreater(ended.laps()["cosh"], 0)

    def test_a_child_that_was_forked_passes_on(self):
        ended = program(
            self,
            """
            import math, os
            from timemory.gotcha import Gotcha

            seen = []
            before = Gotcha().wrap("cosh", "f64(f64)").audit(lambda name, number: seen.append(number)).start()
            measuring = Gotcha("wall_clock").wrap("sinh", "f64(f64)").start()
            math.cosh(1), math.sinh(1)
            child = os.fork()
            if child == 0:
                assert math.cosh(0) == 1 and seen == [1]
                with before, Gotcha("wall_clock").wrap("cosh") as made:
                    assert math.cosh(0) == 1 and made.counted("cosh") == (0, 0)
                raise SystemExit(7)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), seen)
            """,
            command=["-W", "ignore::DeprecationWarning"],  # of forks with concurrent threads
            TIMEMORY_COUT_OUTPUT="false",
        )
        self.assertEqual((0, "7 [1.0]\n", ""), (ended.status, ended.out, ended.err))
        self.assertEqual({"sinh": 1}, ended.laps())
