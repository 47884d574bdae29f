package timemory

import kotlin.math.abs
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import timemory.internal.platform.pause
import timemory.internal.platform.processCpuNanoseconds
import timemory.internal.platform.processId
import timemory.internal.platform.readText
import timemory.internal.platform.writeAtomically

/** Sends [bytes] from one socket of this process to another over the loopback interface. */
internal expect fun sendOverLoopback(bytes: Int)

/**
 * Components compared with values that a shell reads from `/proc`: a reading before the region, one just inside at its start, one just
 * inside at its end, and one after it. The component's value must lie between the difference of the inner two and that of the outer two,
 * whatever else the process did.
 */
class TruthTest {
    private val folder = "/proc/${processId()}"

    private class Bounds(val least: Double, val most: Double)

    private fun between(read: () -> Double, measure: (() -> Unit) -> Unit): Bounds {
        var innerBegin = 0.0
        var innerEnd = 0.0
        val outerBegin = read()
        measure {
            innerBegin = read()
            work()
            innerEnd = read()
        }
        return Bounds(innerEnd - innerBegin, read() - outerBegin)
    }

    /** Measures [type] around [work] and checks its first number. */
    private fun check(type: ComponentType<*>, tolerance: Double = 0.0, read: () -> Double) {
        assertEquals(null, type.unavailableReason(), "${type.id} is unavailable here")
        var bounds = Bounds(0.0, 0.0)
        val results = session {
            val bundle = bundleOf(listOf(type))
            bounds = between(read) { work -> bundle.measure("x") { work() } }
        }
        val value = results[type]!!.find("x")!!.inclusive.sum
        assertTrue(value >= bounds.least - tolerance, "${type.id} is $value, which is less than ${bounds.least}")
        assertTrue(value <= bounds.most + tolerance, "${type.id} is $value, which is more than ${bounds.most}")
        println("${type.id}: $value, by the shell from ${bounds.least} to ${bounds.most}")
    }

    /** Uses processors, memory and files, waits, and has a child do some of that. */
    private fun work() {
        spin(30_000_000)
        residentMemory(20_000_000).close()
        repeat(20) { pause(microseconds = 500) }
        val file = "/tmp/timemory-truth-${processId()}.txt"
        writeAtomically(file) { out -> repeat(2_000) { out.append("0123456789".repeat(100)) } }
        assertEquals(2_000_000, readText(file).length)
        shell("rm $file; i=0; while [ \$i -lt 30000 ]; do i=\$((i+1)); done")
    }

    private fun spin(nanoseconds: Long) {
        val end = processCpuNanoseconds() + nanoseconds
        while (processCpuNanoseconds() < end) spun = spun * 31 + 7
    }

    private var spun = 1L

    /** Field [number], counted from 1, of `stat`, as `proc(5)` numbers them. */
    private fun stat(vararg numbers: Int): Double {
        val fields = shell("cat $folder/stat").substringAfterLast(')').trim().split(' ')
        return numbers.sumOf { fields[it - 3].toDouble() }
    }

    private fun field(file: String, name: String): Double =
        shell("cat $folder/$file").lines().first { it.startsWith("$name:") }.substringAfter(':').trim().substringBefore(' ').toDouble()

    private val ticks = 10_000_000.0

    @Test
    fun cpuTimesAreThoseOfProcStat() {
        check(UserModeTime, 3 * ticks) { stat(14) * ticks }
        check(KernelModeTime, 3 * ticks) { stat(15) * ticks }
        check(ProcessCpuClock, 3 * ticks) { stat(14, 15) * ticks }
    }

    @Test
    fun cpuTimesWithChildrenAreThoseOfProcStat() {
        check(UserClock, 3 * ticks) { stat(14, 16) * ticks }
        check(SystemClock, 3 * ticks) { stat(15, 17) * ticks }
        check(CpuClock, 3 * ticks) { stat(14, 15, 16, 17) * ticks }
    }

    @Test
    fun cpuTimesOfTheThreadAreThoseOfItsStat() {
        val thread = kernelThreadId()
        fun ofThread(vararg numbers: Int): Double {
            val fields = shell("cat $folder/task/$thread/stat").substringAfterLast(')').trim().split(' ')
            return numbers.sumOf { fields[it - 3].toDouble() }
        }
        check(ThreadCpuClock, 3 * ticks) { ofThread(14, 15) * ticks }
        check(ThreadUserModeTime, 3 * ticks) { ofThread(14) * ticks }
        check(ThreadKernelModeTime, 3 * ticks) { ofThread(15) * ticks }
        check(ThreadNumMinorPageFaults) { ofThread(10) }
        check(ThreadNumMajorPageFaults) { ofThread(12) }
    }

    @Test
    fun aChildCountsInCpuClockAndNotInProcessCpuClock() {
        val results = session {
            bundleOf("cpu_clock,process_cpu_clock,user_clock").measure("x") {
                shell("i=0; while [ \$i -lt 200000 ]; do i=\$((i+1)); done; times")
            }
        }
        fun of(id: String) = results[id]!!.find("x")!!.inclusive.sum
        assertTrue(of("cpu_clock") > of("process_cpu_clock") + 20e6, "${of("cpu_clock")} and ${of("process_cpu_clock")}")
        assertTrue(of("user_clock") > 20e6, "${of("user_clock")}")
    }

    @Test
    fun pageFaultsAreThoseOfProcStat() {
        check(NumMinorPageFaults) { stat(10) }
        check(NumMajorPageFaults) { stat(12) }
    }

    @Test
    fun contextSwitchesAreThoseOfTheThreadsStatus() {
        val thread = kernelThreadId()
        check(ThreadVoluntaryContextSwitch) { field("task/$thread/status", "voluntary_ctxt_switches") }
        check(ThreadPriorityContextSwitch) { field("task/$thread/status", "nonvoluntary_ctxt_switches") }
        val all = {
                name: String ->
            {
                shell("cat $folder/task/*/status").lines().filter { it.startsWith("$name:") }.sumOf {
                    it.substringAfter(':').trim().toDouble()
                }
            }
        }
        // A thread that ends in the meantime is missing from the shell's sum.
        if (VoluntaryContextSwitch.unavailableReason() == null) {
            check(VoluntaryContextSwitch, 200.0, all("voluntary_ctxt_switches"))
            check(PriorityContextSwitch, 200.0, all("nonvoluntary_ctxt_switches"))
        }
    }

    @Test
    fun bytesAreThoseOfProcIo() {
        check(ReadChar) { field("io", "rchar") }
        check(WrittenChar) { field("io", "wchar") }
        check(ReadBytes) { field("io", "read_bytes") }
        check(WrittenBytes) { field("io", "write_bytes") }
        val thread = kernelThreadId()
        check(ThreadReadChar) { field("task/$thread/io", "rchar") }
        check(ThreadWrittenChar) { field("task/$thread/io", "wchar") }
        check(ThreadReadBytes) { field("task/$thread/io", "read_bytes") }
        check(ThreadWrittenBytes) { field("task/$thread/io", "write_bytes") }
    }

    @Test
    fun bytesOfAChildCountOnceItWasWaitedFor() {
        val results = session {
            bundleOf("written_char,thread_written_char").measure("x") { shell("head -c 5000000 /dev/zero > /dev/null") }
        }
        fun of(id: String) = results[id]!!.find("x")!!.inclusive.sum
        assertTrue(of("written_char") in 5e6..6e6, "${of("written_char")}")
        assertTrue(of("thread_written_char") < 1e6, "${of("thread_written_char")}")
    }

    @Test
    fun blocksAreThoseOfProcIo() {
        if (NumIoOut.unavailableReason() != null) return
        // For threads: the file of the process also counts the blocks of children, which occasionally load their programs.
        fun ofThreads(name: String) =
            shell("cat $folder/task/*/io").lines().filter { it.startsWith("$name:") }.sumOf { it.substringAfter(':').trim().toDouble() }
        check(NumIoIn, 1.0) { ofThreads("read_bytes") / 512 }
        check(NumIoOut, 1.0) { ofThreads("write_bytes") / 512 }
        val thread = kernelThreadId()
        check(ThreadNumIoIn, 1.0) { field("task/$thread/io", "read_bytes") / 512 }
        check(ThreadNumIoOut, 1.0) { field("task/$thread/io", "write_bytes") / 512 }
    }

    @Test
    fun peakMemoryIsTheHighWaterMarkOfProcStatus() {
        check(PeakRss, 1_000_000.0) { field("status", "VmHWM") * 1024 }
        var least = 0.0
        var most = 0.0
        val results = session {
            least = field("status", "VmHWM") * 1024
            measure<CurrentPeakRss>("x") { residentMemory(60_000_000).close() }
            most = field("status", "VmHWM") * 1024
        }
        val marks = results[CurrentPeakRss]!!.find("x")!!.inclusive
        assertTrue(abs(marks.sum(0) - least) < 2e6, "${marks.sum(0)} is not $least")
        assertTrue(abs(marks.sum(1) - most) < 2e6, "${marks.sum(1)} is not $most")
    }

    @Test
    fun memoryIsThatOfProcStatm() {
        // A JVM releases memory itself at any time, possibly more than is touched here.
        for (attempt in 1..MEMORY_ATTEMPTS) {
            try {
                return compareMemoryWithProcStatm()
            } catch (failure: AssertionError) {
                if (attempt == MEMORY_ATTEMPTS) throw failure
            }
        }
    }

    private fun compareMemoryWithProcStatm() {
        var memory: AutoCloseable? = null
        var before = listOf<Double>()
        var after = listOf<Double>()
        val read = { shell("cat $folder/statm").trim().split(' ').map { it.toDouble() * 4096 } }
        val results = session {
            before = read()
            measure<PageRss, VirtualMemory>("x") { memory = residentMemory(100_000_000) }
            after = read()
        }
        memory!!.close()
        val resident = results["page_rss"]!!.find("x")!!.inclusive.sum
        val mapped = results["virtual_memory"]!!.find("x")!!.inclusive.sum
        // More than half of the touched memory, as the kernel's numbers show too.
        assertTrue(resident > 50e6 && abs(resident - (after[1] - before[1])) < 20e6, "$resident is not ${after[1] - before[1]}")
        assertTrue(mapped > 50e6 && abs(mapped - (after[0] - before[0])) < 20e6, "$mapped is not ${after[0] - before[0]}")
    }

    @Test
    fun clocksAreThatOfTheShell() {
        val date = { shell("date +%s%N").trim().toDouble() }
        check(WallClock, 1e6, date)
        check(MonotonicClock, 1e6, date)
        if (MonotonicRawClock.unavailableReason() == null) check(MonotonicRawClock, 1e6, date)
    }

    @Test
    fun theTimestampIsThatOfTheShell() {
        val begin = shell("date -u +%FT%T").trim()
        val results = session { repeat(2) { measure<Timestamp>("x") { pause(microseconds = 1_000) } } }
        val end = shell("date -u +%FT%T").trim()
        val shown = assertNotNull(results["timestamp"]!!.find("x")!!.inclusive.display())
        assertTrue(shown.substringBefore('.') in begin..end, "$shown is not between $begin and $end")
    }

    @Test
    fun utilisationsAreExactlyCpuTimeByElapsedTime() {
        val ids = "wall_clock,cpu_clock,cpu_util,process_cpu_clock,process_cpu_util,thread_cpu_clock,thread_cpu_util"
        val results = session { repeat(3) { bundleOf(ids).measure("x") { work() } } }
        fun of(id: String) = results[id]!!.find("x")!!.inclusive.sum
        for (clock in listOf("cpu", "process_cpu", "thread_cpu")) {
            assertEquals(100 * of("${clock}_clock") / of("wall_clock"), of("${clock}_util"), 1e-9)
        }
        assertTrue(of("thread_cpu_util") in 1.0..101.0, "${of("thread_cpu_util")}")
    }

    @Test
    fun ratesAreExactlyBytesByElapsedTime() {
        val results = session { repeat(3) { bundleOf("wall_clock,written_char,read_char").measure("x") { work() } } }
        val seconds = results["wall_clock"]!!.find("x")!!.inclusive.sum / 1e9
        for (id in listOf("written_char", "read_char")) {
            val totals = results[id]!!.find("x")!!.inclusive
            assertEquals(totals.sum(0) / seconds, totals.sum(1), 1e-6 * totals.sum(1))
            assertTrue(totals.sum(0) >= 6e6, "${totals.sum(0)}")
        }
    }

    @Test
    fun networkTrafficIsThatOfTheShell() {
        assertEquals(null, NetworkStats.unavailableReason())
        /** Bytes and packets received and sent through the loopback device, which only this machine uses. */
        fun loopback() =
            shell("cat /sys/class/net/lo/statistics/rx_bytes /sys/class/net/lo/statistics/tx_packets").trim().lines().map { it.toDouble() }
        val before = loopback()
        val results = session { measure<NetworkStats>("x") { sendOverLoopback(1_000_000) } }
        val after = loopback()
        val all = results["network_stats"]!!.find("x")!!.inclusive
        val lo = results["network_stats"]!!.find("x", "lo")!!.inclusive
        assertTrue(lo.sum(0) in 1e6..after[0] - before[0], "${lo.sum(0)} bytes, by the shell ${after[0] - before[0]}")
        assertTrue(lo.sum(5) in 1.0..after[1] - before[1], "${lo.sum(5)} packets, by the shell ${after[1] - before[1]}")
        assertTrue(all.sum(0) >= lo.sum(0))
        assertEquals(8, all.statistics.size)
    }

    @Test
    fun theControlGroupIsThatOfTheShell() {
        for (type in listOf(CgroupCpuTime, CgroupThrottledTime, CgroupMemory)) {
            val reason = type.unavailableReason()
            println("${type.id}: ${reason ?: "available"}")
            if (reason != null) continue
            val file = listOf("/sys/fs/cgroup", "/sys/fs/cgroup/cpuacct").map { "$it/cpuacct.usage" }.firstOrNull {
                shell("cat $it 2>/dev/null").isNotBlank()
            }
            if (type === CgroupCpuTime && file != null) {
                check(type, 1e6) { shell("cat $file").trim().toDouble() }
            } else {
                val results = session { bundleOf(listOf(type)).measure("x") { work() } }
                assertNotNull(results[type]!!.find("x"))
            }
        }
    }
}

private const val MEMORY_ATTEMPTS = 5
