@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.toKString
import kotlinx.cinterop.usePinned
import platform.posix.SIGCHLD
import platform.posix.SIGINT
import platform.posix.SIGTERM
import platform.posix.fread
import platform.posix.getenv
import platform.posix.mkdtemp
import platform.posix.pclose
import platform.posix.popen
import timemory.internal.platform.readText
import timemory.internal.text.JsonText

/** The binary that users run, compared with the known behaviour of the commands it runs. */
class TimemTest {
    private val folder = "/tmp/timem-test-XXXXXX".encodeToByteArray().plus(0).usePinned { mkdtemp(it.addressOf(0))!!.toKString() }

    @AfterTest
    fun clean() {
        shell("rm -rf $folder")
    }

    /** The output of [script] on both streams. `$T` is timem, `$D` an empty directory. */
    private fun shell(script: String): String {
        val pipe = popen("T=target/bin/timem.kexe D=$folder; export T D; exec 2>&1\n$script", "r")!!
        val out = StringBuilder()
        val buffer = ByteArray(65_536)
        while (true) {
            val count = buffer.usePinned { fread(it.addressOf(0), 1u, buffer.size.toULong(), pipe) }.toInt()
            if (count == 0) break
            out.append(buffer.decodeToString(0, count))
        }
        pclose(pipe)
        return out.toString()
    }

    /** The numbers in front of [label] in [report], first to last. */
    private fun numbers(report: String, label: String): List<Double> =
        report.lines().map { it.trim() }.filter { it.endsWith(" $label") }.map { it.substringBefore(' ').toDouble() }

    private fun number(report: String, label: String): Double = numbers(report, label).single()

    private fun assertNear(expected: Double, actual: Double, within: Double) =
        assertTrue(actual in expected - within..expected + within, "$actual is not within $within of $expected")

    private fun json(path: String): Map<*, *> = (JsonText(readText(path)).read() as Map<*, *>)["timem"] as Map<*, *>

    @Test
    fun itReturnsWhatTheCommandReturns() {
        val told = shell("\$T sh -c 'exit 7'; echo status=\$?")
        assertContains(told, "status=7")
        assertContains(told, "[sh]> exited with status 7")
        assertContains(shell("\$T true; echo status=\$?"), "status=0")
    }

    @Test
    fun aSignalThatKilledTheCommandIsNamed() {
        val told = shell("\$T sh -c 'kill -KILL \$\$'; echo status=\$?")
        assertContains(told, "[sh]> killed by signal 9 (SIGKILL)")
        assertContains(told, "status=137")
    }

    @Test
    fun whatCannotBeRunIsTold() {
        assertContains(shell("\$T nosuchcommand; echo status=\$?"), "timem: 'nosuchcommand': command not found\nstatus=127")
        assertContains(shell("\$T /etc/passwd; echo status=\$?"), "'/etc/passwd' is not executable")
        assertContains(shell("\$T /etc/passwd; echo status=\$?"), "status=126")
        val missing = shell("printf '#!/nonexistent/sh\\n' > \$D/s; chmod +x \$D/s; \$T \$D/s; echo status=\$?")
        assertContains(missing, "its interpreter does not")
        assertContains(missing, "status=127")
        assertFalse(missing.contains("Measurement"))
    }

    /** Taken by another thread, a signal ends timem, or is lost: then it waits for ever for a command that has ended. */
    @Test
    fun onlyTheMainThreadTakesSignals() {
        val mask = "\$(sed -n s/^SigBlk:.//p \$t/status)"
        val told = shell("\$T sh -c 'for t in /proc/\$PPID/task/*; do echo \"mask $mask \$(cat \$t/comm)\"; done'")
        val others = told.lines().filter { it.startsWith("mask ") && !it.endsWith(" timem.kexe") }
        val blocked = others.map { it.split(' ')[1].toULong(16) }
        assertTrue(blocked.isNotEmpty(), told)
        for (signal in listOf(SIGCHLD, SIGTERM, SIGINT)) {
            assertTrue(blocked.all { it shr (signal - 1) and 1uL == 1uL }, "signal $signal: $told")
        }
    }

    @Test
    fun nothingIsRunWhereResultsCannotBeWritten() {
        val told =
            shell("\$T -o /proc/nowhere/x.json touch \$D/ran; echo status=\$?; ls \$D; mkdir \$D/d; \$T -o \$D/d true; echo status=\$?")
        assertContains(told, "output file '/proc/nowhere/x.json' cannot be written")
        assertContains(told, "status=125")
        assertFalse(told.contains("ran\n"), told)
        assertContains(told, "it is a directory")
    }

    @Test
    fun wordsReachTheCommandByteForByte() {
        assertEquals("61ff202a0a", shell("\$T -q printf '%s\\n' \"\$(printf 'a\\377 *')\" | od -An -tx1 | tr -d ' \\n'"))
    }

    @Test
    fun theCommandsStreamsAreItsOwn() {
        assertEquals("in\n", shell("echo in | \$T cat 2>/dev/null"))
        assertEquals("", shell("\$T -q true"))
    }

    @Test
    fun whatIsReadAndWrittenIsCountedToTheEnd() {
        val report = shell("\$T head -c 50000000 /dev/zero > \$D/zeros 2> \$D/report; cat \$D/report")
        assertNear(50.0, number(report, "MB char_written"), 0.0005)
        assertNear(50.0, number(report, "MB char_read"), 0.1)
        assertContains(report, "MB/sec char_written")
    }

    @Test
    fun memoryIsThatBeforeTheEnd() {
        val report = shell("\$T dd if=/dev/zero of=/dev/null bs=100M count=1 2>&1 | grep -v records")
        assertNear(104.9, number(report, "MB peak_rss"), 4.0)
        // The time that timem takes before it becomes the command is included, and less than any command takes if timem is optimised.
        if (getenv("THOROUGH")?.toKString() != "true") return
        // The smallest of programs leaves no doubt whose memory it is: not timem's own before the exec.
        val small = shell("\$T true")
        assertEquals(number(small, "MB peak_rss"), number(small, "MB page_rss"), small)
        assertTrue(number(small, "MB virtual_memory") >= number(small, "MB page_rss"))
    }

    @Test
    fun timesHoldTogether() {
        val report = shell("\$T sh -c 'sleep 0.2; i=0; while [ \$i -lt 100000 ]; do i=\$((i+1)); done'")
        val wall = number(report, "sec wall")
        val cpu = number(report, "sec cpu")
        assertTrue(wall >= 0.2 && cpu > 0.0 && cpu < wall, report)
        assertNear(cpu, number(report, "sec user") + number(report, "sec sys"), 2e-6)
        assertNear(100 * cpu / wall, number(report, "% cpu_util"), 0.01)
    }

    @Test
    fun descendantsAreCountedOrphansToo() {
        val pipeline = shell("\$T sh -c 'head -c 3000000 /dev/zero | cat > /dev/null'")
        assertNear(6.0, number(pipeline, "MB char_read"), 0.1)
        // The orphan is gone only once timem has reaped it: until then the command waits.
        val start = "(sh -c \"echo \\\$\\\$ > \$D/pid; head -c 3000000 /dev/zero > /dev/null; true\" &)"
        val gone = "until [ -s \$D/pid ]; do sleep 0.01; done; while kill -0 \$(cat \$D/pid) 2> /dev/null; do sleep 0.01; done"
        val orphan = shell("\$T -v sh -c '$start; $gone'")
        assertTrue(number(orphan, "MB char_written") > 3.0, orphan)
        assertContains(orphan, "orphaned processes, included: ")
    }

    @Test
    fun whatOutlivesTheCommandIsTold() {
        val told = shell("\$T sh -c 'sleep 30 > /dev/null 2>&1 & echo \$! > \$D/pid'; kill \$(cat \$D/pid)")
        assertContains(told, "[sh]> processes that it started are still running and not included")
        assertFalse(shell("\$T true").contains("still run"))
    }

    @Test
    fun eachProcessOfTheTreeHasABlockOfItsOwn() {
        val report = shell("\$T -i -o \$D/r.json sh -c 'head -c 3000000 /dev/zero | cat > /dev/null; true'")
        val blocks = Regex("\\[([a-z]+):[0-9]+]> Process of").findAll(report).map { it.groupValues[1] }.toList()
        assertEquals(listOf("cat", "head", "sh"), blocks.sorted(), report)
        val processes = (
            (json("$folder/r.json")["commands"] as List<*>)[0] as Map<
                *,
                *,
                >
            ).let { (it["runs"] as List<*>)[0] as Map<*, *> }["processes"] as List<*>
        fun of(name: String, key: String) = processes.map { it as Map<*, *> }.single { it["name"] == name }.let {
            (it["values"] as Map<*, *>)[key] as Map<*, *>
        }["value"].toString().toDouble()
        assertNear(3.0, of("head", "char_written"), 1e-9)
        assertNear(3.0, of("cat", "char_written"), 1e-9)
        assertEquals(0.0, of("sh", "char_written"), "the shell itself wrote nothing")
        assertTrue(processes.all { (it as Map<*, *>)["exact"] == true })
    }

    @Test
    fun withoutSamplesThereAreNoValuesOfTheExit() {
        val report = shell("\$T --disable-sample sleep 0.01")
        assertFalse(report.contains("page_rss"), report)
        assertContains(report, "peak_rss")
    }

    @Test
    fun looksAreKeptWhereTheyAreAskedFor() {
        shell("\$T -q -b 3 -f 200 -o \$D/r.json -- sleep 0.1")
        val run = ((json("$folder/r.json")["commands"] as List<*>)[0] as Map<*, *>).let { (it["runs"] as List<*>)[0] as Map<*, *> }
        val times = (run["samples"] as List<*>).map { (it as Map<*, *>)["time"].toString().toDouble() }
        assertEquals(3, times.size)
        assertEquals(times.sorted(), times)
        assertEquals("held", run["at_exit"])
    }

    @Test
    fun aSignalIsPassedOnOnceAndOutlived() {
        val script = "trap 'echo got >> \$D/got; exit 9' TERM; : > \$D/up; while :; do sleep 0.01; done"
        val told = shell(
            "\$T sh -c \"\$(cat <<'END'\n$script\nEND\n)\" & until [ -e \$D/up ]; do sleep 0.01; done; kill -TERM \$!; " +
                "wait \$!; echo status=\$?; cat \$D/got",
        )
        assertContains(told, "status=9")
        assertContains(told, "[sh]> exited with status 9")
        assertEquals(1, told.lines().count { it == "got" }, told)
    }

    @Test
    fun aSignalThatWasIgnoredStaysIgnored() {
        assertContains(shell("trap '' HUP; \$T -q sh -c 'kill -HUP \$\$; kill -HUP \$PPID; exit 4'; echo status=\$?"), "status=4")
    }

    @Test
    fun theCommandHasTheSignalsItWouldHaveHad() {
        val without = shell("grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status")
        assertEquals(signalsOf(without), signalsOf(shell("\$T -q grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status")))
        assertEquals(shell("ls /proc/self/fd"), shell("\$T -q -e task-clock ls /proc/self/fd"))
    }

    /**
     * Sets of signals as `/proc/PID/status` shows them, without 32 and 33: glibc keeps those for itself, and a program cannot pass on
     * whether the process that runs the tests ignores them.
     */
    private fun signalsOf(status: String): List<String> = status.trim().lines().map { line ->
        val (name, set) = line.split(Regex("\\s+"))
        name + (set.toULong(16) and (3UL shl 31).inv()).toString(16)
    }

    @Test
    fun aHostileNameCannotWriteToTheTerminal() {
        val told = shell("n=\$(printf '\\033[31mx'); cp /bin/true \"\$D/\$n\"; \$T -o \$D/r.json \"\$D/\$n\" \"\$(printf '\\033\"')\"")
        assertFalse('\u001b' in told, told)
        assertContains(told, "\\u001b[31mx]>")
        assertEquals("\u001b\"", (((json("$folder/r.json")["commands"] as List<*>)[0] as Map<*, *>)["command"] as List<*>)[1])
    }

    @Test
    fun theEnvironmentStaysOutOfResults() {
        shell("SECRET=hidden-thing \$T -q -v -i -o \$D/r.json sh -c :")
        assertFalse("hidden-thing" in readText("$folder/r.json"))
        assertEquals("0.2.0", json("$folder/r.json")["version"])
    }

    @Test
    fun repeatedRunsGiveMeanAndDeviation() {
        val report = shell("\$T -n 4 -w 2 -o \$D/r.json sh -c 'echo x >> \$D/count'; wc -l < \$D/count")
        assertContains(report, "mean ± standard deviation of 4 runs")
        assertEquals("6", report.trim().lines().last())
        val command = (json("$folder/r.json")["commands"] as List<*>)[0] as Map<*, *>
        assertEquals(4, (command["runs"] as List<*>).size)
        val written = (command["statistics"] as Map<*, *>)["char_written"] as Map<*, *>
        assertEquals(2e-6, written["mean"].toString().toDouble(), "two bytes in each run")
        assertEquals(0.0, written["stddev"].toString().toDouble())
    }

    @Test
    fun twoCommandsAreRunInTurnsAndCompared() {
        val report = shell("\$T -n 3 -o \$D/r.json sh -c 'printf a >> \$D/order' --vs sh -c 'printf bb >> \$D/order'; cat \$D/order")
        assertEquals("abbbbaabb", report.trim().lines().last())
        val compared = (json("$folder/r.json")["comparison"] as Map<*, *>)["char_written"] as Map<*, *>
        assertEquals(2.0, compared["ratio"].toString().toDouble())
        assertEquals(0.0, compared["p"].toString().toDouble())
        assertContains(report, "2.000000 x char_written  (+0.000001 ± 0.000000 MB, p < 0.0001)")
        assertContains(shell("\$T sh -c 'echo \$1' - --vs"), "--vs")
    }

    @Test
    fun countersCountOrSayWhyNot() {
        val report = shell("\$T -e task-clock,page-faults,cycles sh -c 'i=0; while [ \$i -lt 50000 ]; do i=\$((i+1)); done'")
        assertTrue(number(report, "sec task-clock") > 0.001, report)
        assertTrue(number(report, "page-faults") > 10, report)
        val cycles = report.lines().single { it.contains(" cycles") }.trim()
        assertTrue(cycles.startsWith("- cycles (") || cycles.substringBefore(' ').toDouble() > 1e6, cycles)
    }

    @Test
    fun eachLineOfARankBeginsWithIt() {
        val report = shell("PMI_RANK=3 PMI_SIZE=8 \$T true")
        assertContains(report, "Measurement totals (# ranks = 8):")
        val values = report.lines().filter { " sec " in it || " MB" in it }
        assertTrue(values.size > 10 && values.all { it.startsWith("    3|>") }, report)
        assertFalse("|>" in shell("PMI_RANK=3 PMI_SIZE=8 \$T --disable-mpi true"))
    }

    @Test
    fun theRanksOfAJobHaveOneReport() {
        val ranks = "PMI_RANK=1 PMI_SIZE=3 \$T sh -c 'exit 3' & PMI_RANK=2 PMI_SIZE=3 \$T true & PMI_RANK=0 PMI_SIZE=3 \$T sleep 0.5; wait"
        val report = shell(ranks)
        assertContains(report, "Measurement totals (# ranks = 3), largest (rank), mean, smallest (rank):")
        assertEquals(1, report.lines().count { "Measurement totals" in it }, report)
        val wall = report.lines().single { it.endsWith("sec wall") }.trim().split(Regex(" +"))
        assertEquals("(0)", wall[1], report)
        assertTrue(wall[0].toDouble() >= 0.5 && wall[2].toDouble() < 0.5, report)
        assertContains(report, "rank 1 exited with status 3")
        assertEquals("", shell("ls -d .timem-* 2>/dev/null; true"), "the folder is taken away")
    }

    @Test
    fun ranksThatDoNotComeAreNamedAndReportForThemselves() {
        val first = shell("PMI_RANK=1 PMI_SIZE=4 \$T true & PMI_RANK=0 PMI_SIZE=4 \$T sleep 0.1; wait")
        assertContains(first, "missing ranks, still running or on another machine: 2, 3")
        val late = shell("PMI_RANK=3 PMI_SIZE=4 \$T true")
        assertContains(late, "    3|>")
    }

    /** In a separate directory: kills rank 0 of a job `one` of three while its command runs, and then does [next]. */
    private fun afterAKilledJob(next: String): String = shell(
        "T=\$PWD/\$T; cd \$D; PMI_RANK=0 PMI_SIZE=3 PMI_JOBID=one \$T sleep 30 >/dev/null 2>&1 & " +
            "until ls .timem-one/.rank-0.* >/dev/null 2>&1; do sleep 0.02; done; " +
            "kill -9 \$! \$(cat /proc/\$!/task/\$!/children); wait; " + next,
    )

    @Test
    fun whatAJobThatWasKilledLeftIsRemovedByTheNext() {
        val others = "mkdir .timem-of-others; touch .timem-of-others/1; "
        val before = afterAKilledJob("$others ls -d .timem-*").lines()
        assertTrue(".timem-one" in before, before.toString())
        val ranks = "for r in 0 1; do PMI_RANK=\$r PMI_SIZE=2 PMI_JOBID=two \$T -q true & done; wait; "
        val after = shell("T=\$PWD/\$T; cd \$D; $ranks ls -d .timem-*").lines()
        assertEquals(listOf(".timem-of-others"), after.filter { it.startsWith(".timem-") }, after.toString())
    }

    @Test
    fun aRankWhoseFirstWasKilledReportsForItself() {
        val report = afterAKilledJob("PMI_RANK=1 PMI_SIZE=3 PMI_JOBID=one \$T true; ls -d .timem-* 2>/dev/null")
        assertContains(report, "    1|>")
        assertFalse(".timem-one" in report, report)
    }

    @Test
    fun aShellRunsTheWordsAsOneLine() {
        assertEquals("a b\n", shell("SHELL=/bin/sh \$T -q -s -- 'echo a' '&&' : '||' x 'b' | sed 's/a/a b/'"))
        assertEquals("1\n", shell("\$T -q --shell=/bin/sh --shell-flags '-e' 'echo 1; false; echo 2'"))
    }

    @Test
    fun textGoesToAFileAsItWouldToTheScreen() {
        val screen = shell("\$T -o \$D/sub/r.txt true")
        assertEquals(screen.trim(), readText("$folder/sub/r.txt").trim())
        assertEquals("r.txt", shell("ls -A \$D/sub").trim())
    }

    /** The rows over time in [report], as numbers. */
    private fun rows(report: String): List<List<Double>> = report.substringAfter("Over time").lines().drop(1)
        .map { line -> line.trim().split(Regex(" +")).mapNotNull { it.toDoubleOrNull() } }.filter { it.size == 8 }

    @Test
    fun whatTheCommandTookIsShownOverTime() {
        if ("there" !in shell("python3 -c 'print(\"there\")' || true")) return println("skipped: there is no python3")
        val work = "import time; a = bytearray(60_000_000); time.sleep(0.4); open('/dev/null', 'wb').write(a); time.sleep(0.3)"
        val report = shell("\$T --sample=100 -f 50 -o \$D/o.json python3 -c \"$work\"")
        val rows = rows(report)
        assertTrue(rows.size in 2..100, report)
        assertEquals(rows.map { it[0] }.sorted(), rows.map { it[0] })
        assertTrue(rows.maxOf { it[1] } > 60.0, report)
        assertNear(number(report, "MB char_written"), rows.sumOf { it[5] }, 0.1)
        assertTrue(rows.sumOf { it[5] } > 60.0, report)
        // The last row is that at its exit, and all the CPU time is in one of them, in ticks of 10 ms.
        val ends = listOf(0.0) + rows.map { it[0] }
        assertNear(number(report, "sec cpu"), rows.indices.sumOf { rows[it][3] / 100.0 * (ends[it + 1] - ends[it]) }, 0.05)
        val run = ((json("$folder/o.json")["commands"] as List<*>)[0] as Map<*, *>)["runs"] as List<*>
        val looks = (run[0] as Map<*, *>)["samples"] as List<*>
        assertTrue(looks.size >= rows.size && looks.all { "cpu" in (it as Map<*, *>) && "page_rss_max" in it })
    }

    @Test
    fun rowsOverTimeAreAsFewAsAskedFor() {
        assertTrue(rows(shell("\$T --sample=3 -f 100 sleep 0.3")).size in 1..3)
        assertContains(shell("\$T --sample --disable-sample true"), "--sample excludes --disable-sample")
        assertContains(shell("\$T --sample -n 2 true"), "--sample shows rows of one run")
        assertContains(shell("\$T --sample=0 true"), "'0' is not a value of --sample")
    }
}
