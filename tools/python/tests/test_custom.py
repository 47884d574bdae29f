"""Components that the program defines, and streams of GPUs."""

import ctypes
import threading
import unittest

import timemory
from tests import ROOT, below, program
from timemory import component
from timemory.component import Instance, register
from timemory.util import marker

made = 0


@register
class Things:
    """Things made

    More of them.
    """

    value_type = int
    unit = "pieces"

    def start(self):
        self.before = made

    def stop(self):
        self.made = made - self.before

    def get(self):
        return self.made


@register
class half_things:
    @staticmethod
    def record():
        return made / 2


@register
class Messages:
    elements = {"count": sum, "smallest": min, "largest": max}

    def start(self):
        pass

    def stop(self):
        pass

    def get(self):
        return 1, made, made


told = []


@register
class told_marker:
    def __init__(self):
        self.prefix = None

    def set_prefix(self, label):
        self.prefix = label

    def start(self):
        told.append("+" + self.prefix)

    def stop(self):
        told.append("-" + self.prefix)


@register
class thing_rate:
    """A component built from others."""

    def __init__(self):
        self.clock = Instance("wall_clock")
        self.things = Instance(Things)

    def start(self):
        self.clock.start()
        self.things.start()

    def stop(self):
        self.things.stop()
        self.clock.stop()

    def get(self):
        return self.things.get() / self.clock.get()


@register
class failing:
    fails = None

    def start(self):
        if self.fails == "start":
            raise KeyError("not started")

    def stop(self):
        pass

    def get(self):
        return None if self.fails == "get" else 1


class CustomTest(unittest.TestCase):
    def make(self, region, *numbers):
        global made
        for number in numbers:
            with region:
                made += number

    def test_integers_and_differences_of_readings(self):
        things, half = component.Things("things"), component.HalfThings("half")
        self.make(things, 3, 4)
        self.make(half, 1)
        self.assertEqual((7.0, 3.0, 4.0), (things.get(), things.totals()[0].min, things.last()))
        self.assertEqual(0.5, half.get())
        self.assertEqual(("things", "Things made", "pieces"), (things.id(), things.description(), things.unit()))
        self.assertEqual({"things": 2}, below("things", "things"))

    def test_several_numbers_are_merged_as_they_say(self):
        messages = component.Messages("messages")
        self.make(messages, 1, 1, 1)
        count, smallest, largest = messages.get()
        self.assertEqual((3.0, made - 2.0, float(made)), (count, smallest, largest))

    def test_a_marker_is_told_the_label(self):
        @marker([told_marker, "wall_clock"], key="decorated", mode="blank")
        def decorated():
            with timemory.bundle("told_marker").region("inside"):
                pass

        decorated()
        self.assertEqual(["+decorated", "+inside", "-inside", "-decorated"], told)
        self.assertEqual({"decorated": 1}, below("decorated"))

    def test_a_component_is_made_of_others(self):
        rate = component.ThingRate("rate")
        self.make(rate, 100)
        self.assertGreater(rate.get(), 0)

    def test_each_thread_has_its_own_objects(self):
        def run():
            for _ in range(50):
                with timemory.bundle("thing_rate, messages, things").region("on threads"):
                    pass

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(200, sum(below("on threads", "messages").values()))

    def test_what_raises_loses_its_lap(self):
        one = component.Failing("fails")
        for failing.fails in ("start", None, "get"):
            with one:
                pass
        self.assertEqual(1, one.laps())

    def test_what_goes_wrong_is_reported(self):
        ended = program(
            self,
            """
            import timemory
            from timemory.component import register

            @register
            class broken:
                def start(self): raise KeyError("there is no such thing")
                def stop(self): pass
                def get(self): return 1

            @register
            class measuring:
                def start(self):
                    with timemory.region("inside"): pass
                def stop(self): pass

            for _ in range(3):
                with timemory.bundle("broken, measuring, wall_clock").region("work"):
                    pass
            """,
        )
        self.assertEqual(0, ended.status, ended.err)
        self.assertEqual(1, ended.err.count("KeyError: 'there is no such thing'"), ended.err)
        self.assertIn("a function of a component", ended.err)
        self.assertEqual({"work": 3}, ended.laps())

    def test_results_of_a_program_have_them(self):
        ended = program(
            self,
            """
            import atexit, timemory
            from timemory.component import register

            @register
            class number:
                value_type = int
                elements = ()
                def start(self): pass
                def stop(self): pass
                def get(self): return 2 ** 62

            work = timemory.bundle("number").region("work")
            with work: pass

            @atexit.register
            def late():
                with work: pass
            """,
        )
        self.assertEqual((0, {"work": 2}), (ended.status, ended.laps("number")), ended.err)

    def test_wrong_classes_are_refused(self):
        with self.assertRaisesRegex(ValueError, "is taken"):
            register(type("wall_clock", (), {"record": staticmethod(int)}))
        with self.assertRaisesRegex(ValueError, "lower-case"):
            register(type("x", (), {"name": "two words", "record": staticmethod(int)}))
        with self.assertRaisesRegex(TypeError, "neither start and stop nor record"):
            register(type("nothing", (), {}))
        with self.assertRaisesRegex(TypeError, "may be int or float"):
            register(type("texts", (), {"value_type": str, "record": staticmethod(str)}))
        with self.assertRaisesRegex(ValueError, "not by 'mean'"):
            register(type("mean_of", (), {"elements": {"a": "mean"}, "record": staticmethod(tuple)}))

    def test_an_instance_alone(self):
        clock = Instance("wall_clock")
        self.assertIsNone(clock.get())
        clock.start()
        with self.assertRaisesRegex(RuntimeError, "already"):
            clock.start()
        clock.stop()
        self.assertEqual(1, clock.totals().laps)
        with self.assertRaisesRegex(ValueError, "wall_clock"):
            Instance("wall_clok")


class StreamTest(unittest.TestCase):
    def test_streams_of_other_packages_are_known(self):
        from timemory._streams import handle_of

        class Stream:
            def __init__(self, **attributes):
                self.__dict__.update(attributes)

        handle = 0x7F00DEADBEEF
        for stream in (
            handle,
            Stream(cuda_stream=handle),
            Stream(ptr=handle),
            Stream(handle=ctypes.c_void_p(handle)),
            Stream(handle=handle),
            Stream(__cuda_stream__=lambda: (0, handle)),
        ):
            self.assertEqual(handle, handle_of(stream))
        self.assertEqual(0, handle_of(Stream(handle=ctypes.c_void_p(None))))
        with self.assertRaisesRegex(TypeError, "not a GPU stream"):
            handle_of("stream")

    def test_components_without_streams_refuse_them(self):
        with self.assertRaisesRegex(TypeError, "takes a stream"):
            component.WallClock("without a stream").start(0)
        with self.assertRaisesRegex(TypeError, "takes a stream"):
            with timemory.bundle("wall_clock").region("without a stream", stream=0):
                pass

    def test_a_custom_component_is_told_the_stream(self):
        @component.register
        class told_stream:
            value_type = int

            def start(self):
                self.handle = -1

            def start_stream(self, handle):
                self.handle = handle

            def stop(self):
                pass

            def get(self):
                return self.handle

        tools = timemory.bundle("told_stream")
        with tools.region("plain stream"):
            pass
        with tools.region("of a stream", stream=4096):
            pass
        values = {node.label: node.value for node in timemory.Results(timemory.get(components="told_stream"))}
        self.assertEqual((-1, 4096), (values["plain stream"], values["of a stream"]))

    def test_components_measure_in_the_stream_that_they_are_started_with(self):
        sources = ROOT.parents[1] / "components/timemory-gpu/native/test/c"
        ended = program(
            self,
            f"""
            import ctypes, subprocess
            subprocess.run("gcc -shared -fPIC -Wl,-soname,libcuda.so.1 -o libcuda.so.1 "
                           + " ".join("{sources}/" + name + ".c" for name in ("fake-gpu", "fake-ert", "fake-counters"))
                           + " -lpthread -lm", shell=True, check=True)
            subprocess.run("gcc -shared -Wl,-soname,libcupti.so.13 -o libcupti.so.13 -Wl,--no-as-needed -x c /dev/null "
                           "-x none ./libcuda.so.1", shell=True, check=True)
            gpu = ctypes.CDLL("./libcuda.so.1", mode=ctypes.RTLD_GLOBAL)
            ctypes.CDLL("./libcupti.so.13", mode=ctypes.RTLD_GLOBAL)
            gpu.fake_new_context.restype = gpu.fake_new_stream.restype = ctypes.c_void_p
            run = gpu.fake_run
            run.argtypes = [ctypes.c_long, ctypes.c_char_p, ctypes.c_long, ctypes.c_void_p, ctypes.c_long]
            gpu.fake_reset()
            gpu.fake_new_context()
            first, second = gpu.fake_new_stream(), gpu.fake_new_stream()

            import timemory
            from timemory.component import CudaEvent

            event = CudaEvent("object")
            event.start(first)
            run(10, b"multiply", 2_000_000, first, 0)
            run(10, b"elsewhere", 50_000_000, second, 0)
            event.stop()
            assert abs(event.get() - 0.002) < 1e-4, event.get()
            with timemory.bundle("cuda_event, wall_clock").region("block", stream=second):
                run(10, b"multiply", 1_000_000, second, 0)
            """,
        )
        self.assertEqual(0, ended.status, ended.err)
        self.assertEqual({"object": 1, "object/stream 101": 1, "block": 1, "block/stream 102": 1}, ended.laps("cuda_event"), ended.err)
