import unittest

from tests import program

# Like Spark's daemon: it forks workers, which serve one task after another and leave by os._exit. The executor's side is a thread here.
SPARK = """
    import os, socket, struct, sys, threading, types

    # What py4j makes of the class in the JVM of the driver.
    class Plugin:
        def __init__(self):
            self.laps = []

        def ended(self, path, nanoseconds):
            self.laps.append((path, nanoseconds))
            return True

    class Context:
        def __init__(self, task, address):
            self.task, self.properties = task, {"timemory.socket": address}
            self.plugin = Plugin()
            classes = types.SimpleNamespace(PythonRegions=self.plugin)
            self._jvm = types.SimpleNamespace(timemory=types.SimpleNamespace(spark=classes))

        def taskAttemptId(self):
            return self.task

        def getLocalProperty(self, name):
            return self.properties.get(name)

        def setLocalProperty(self, name, value):
            self.properties[name] = value

    class TaskContext:
        now = None

        @classmethod
        def get(cls):
            return cls.now

    pyspark = types.ModuleType("pyspark")
    pyspark.TaskContext = TaskContext
    sys.modules["pyspark"] = pyspark

    def whole(connection, count):
        data = b""
        while len(data) < count:
            part = connection.recv(count - len(data))
            assert part, "the message ends in its midst"
            data += part
        return data

    def serve(server, count, taken):
        for _ in range(count):
            connection, _ = server.accept()
            assert whole(connection, 8) == b"TMYTASK1"
            task, length = struct.unpack(">qi", whole(connection, 12))
            taken.append((task, whole(connection, length)))
            connection.sendall(b"\\x01")
            connection.close()

    def server(count):
        listening = socket.socket(socket.AF_UNIX)
        listening.bind("tasks.socket")
        listening.listen()
        taken = []
        thread = threading.Thread(target=serve, args=(listening, count, taken), daemon=True)
        thread.start()
        return thread, taken
    """


class SparkTest(unittest.TestCase):
    def test_each_task_sends_what_it_measured_though_its_worker_never_ends(self):
        ended = program(
            self,
            SPARK
            + """
    import timemory
    from timemory.spark import measured

    def parse(lines):
        for line in lines:
            with timemory.region("parse " + line):
                yield line.upper()

    thread, taken = server(2)
    worker = os.fork()
    if worker == 0:
        for task in (4, 9):
            TaskContext.now = Context(task, "tasks.socket")
            assert list(measured(parse)(iter(["of task " + str(task)]))) == ["OF TASK " + str(task)]
        os._exit(0)
    assert os.waitpid(worker, 0)[1] == 0
    thread.join(10)
    assert [task for task, _ in taken] == [4, 9], taken
    for task, results in taken:
        assert results.startswith(b"\\x89TMY"), results[:8]
        assert b"python" in results
        for other in (4, 9):
            assert (b"parse of task %d" % other in results) == (task == other), (task, other)
    """,
        )
        self.assertEqual((0, ""), (ended.status, ended.err))
        self.assertFalse(ended.directory.exists())

    def test_a_batch_sends_with_each_call_and_errors_pass_through(self):
        ended = program(
            self,
            SPARK
            + """
    import timemory
    from timemory.spark import measured_batch

    def half(number):
        return 1 / number

    thread, taken = server(2)
    TaskContext.now = Context(1, "tasks.socket")
    assert measured_batch(half, "half")(2) == 0.5
    try:
        measured_batch(half, "half")(0)
    except ZeroDivisionError:
        print("passed through")
    thread.join(10)
    assert [b"half" in results for _, results in taken] == [True, True]
    """,
        )
        self.assertEqual((0, "passed through\n", ""), (ended.status, ended.out, ended.err))

    def test_without_a_plugin_the_work_is_done_and_it_is_said(self):
        ended = program(
            self,
            SPARK
            + """
    from timemory.spark import measured
    TaskContext.now = Context(1, None)
    assert list(measured(iter)([1, 2])) == [1, 2]
    TaskContext.now = None
    assert list(measured(iter)([1, 2])) == [1, 2]
    """,
        )
        self.assertEqual(0, ended.status, ended.err)
        self.assertIn("the executor has no timemory plugin", ended.err)

    def test_a_driver_without_the_plugin_goes_on_and_says_so_once(self):
        ended = program(
            self,
            SPARK
            + """
    from timemory.spark import region
    context = Context(0, None)
    context._jvm = None
    for _ in range(2):
        with region(context, "etl"):
            pass
    """,
            TIMEMORY_COUT_OUTPUT="false",
        )
        self.assertEqual(0, ended.status, ended.err)
        self.assertEqual(1, ended.err.count("regions of the driver are missing from Spark's results"), ended.err)

    def test_regions_of_the_driver_are_local_properties(self):
        ended = program(
            self,
            SPARK
            + """
    from timemory.spark import region
    context = Context(0, None)
    with region(context, "etl"):
        with region(context, "load/all"):
            assert context.properties["timemory.region"] == "etl/load all"
        assert context.properties["timemory.region"] == "etl"
    assert context.properties["timemory.region"] is None
    assert [path for path, _ in context.plugin.laps] == ["etl/load all", "etl"], context.plugin.laps
    assert 0 <= context.plugin.laps[0][1] <= context.plugin.laps[1][1]
    """,
            TIMEMORY_COUT_OUTPUT="false",
        )
        self.assertEqual((0, ""), (ended.status, ended.err))
        self.assertEqual({"etl": 1, "etl/load/all": 1}, ended.laps())
