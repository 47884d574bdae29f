package timemory

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.processCpuNanoseconds
import timemory.internal.platform.processId
import timemory.internal.platform.wallNanoseconds
import timemory.internal.platform.writeAtomically
import timemory.internal.source.Cgroup
import timemory.internal.source.Source

/**
 * Control groups of both versions: the files as the kernel writes them, in folders of the test; and, if the machine lets a test create
 * groups, real ones that the process is moved into.
 */
class ControlGroupTest {
    private val folder = shell("mktemp -d").trim()

    @AfterTest
    fun remove() {
        shell("rm -rf '$folder'")
    }

    private fun file(path: String, vararg lines: String) {
        makeDirectories("$folder/$path".substringBeforeLast('/'))
        writeAtomically("$folder/$path") { text -> lines.forEach { text.append(it).append('\n') } }
    }

    private fun group(membership: String): Cgroup {
        file("membership", *membership.split('\n').toTypedArray())
        return Cgroup("$folder/fs", "$folder/membership")
    }

    private fun Source.now(): Long = LongArray(1).also(::read)[0]

    @Test
    fun versionTwoIsReadInTheGroupsOwnFolder() {
        val own = group("0::/user.slice/app")
        file("fs/cgroup.procs", "1")
        file("fs/cpu.stat", "usage_usec 1")
        file("fs/user.slice/app/cgroup.procs", "17")
        file(
            "fs/user.slice/app/cpu.stat",
            "usage_usec 81234567", "user_usec 70000000", "system_usec 11234567", "nr_periods 12", "nr_throttled 3", "throttled_usec 40321",
            "nr_bursts 0",
        )
        file("fs/user.slice/app/memory.current", "73400320")
        assertEquals(81_234_567_000, own.cpuTime.now())
        assertEquals(40_321_000, own.throttledTime.now())
        assertEquals(73_400_320, own.memory.now())
    }

    @Test
    fun versionOneIsReadInTheFolderOfEachController() {
        val own = group("5:memory:/docker/a\n4:cpu,cpuacct:/docker/b\n1:name=systemd:/\n0::/")
        file("fs/cpuacct/docker/b/cgroup.procs", "17")
        file("fs/cpuacct/docker/b/cpuacct.usage", "900000000017")
        file("fs/cpu/docker/b/cgroup.procs", "17")
        file("fs/cpu/docker/b/cpu.stat", "nr_periods 10", "nr_throttled 4", "throttled_time 123456789")
        file("fs/memory/docker/a/cgroup.procs", "17")
        file("fs/memory/docker/a/memory.usage_in_bytes", "8192")
        assertEquals(900_000_000_017, own.cpuTime.now())
        assertEquals(123_456_789, own.throttledTime.now())
        assertEquals(8192, own.memory.now())
    }

    @Test
    fun inAContainerThatSeesOnlyItsOwnGroupTheFilesAreAtTheTop() {
        val own = group("0::/kubepods/pod-of-the-host")
        file("fs/cgroup.procs", "1")
        file("fs/cpu.stat", "usage_usec 5", "throttled_usec 7")
        assertEquals(5000, own.cpuTime.now())
        assertEquals(7000, own.throttledTime.now())
    }

    @Test
    fun whatIsMissingIsUnavailableAndNamesTheFiles() {
        val own = group("0::/")
        file("fs/cpu.stat", "usage_usec 5")
        assertEquals(null, own.cpuTime.unavailableReason(0))
        val reason = assertNotNull(own.throttledTime.unavailableReason(0))
        assertContains(reason, "the throttled time of its control group cannot be read")
        assertContains(reason, "$folder/fs/cpu.stat has no throttled_usec")
        assertContains(reason, "$folder/fs/cpu/cpu.stat")
    }

    @Test
    fun aProcessWithoutGroupsHasNone() {
        val own = group("")
        assertNotNull(own.cpuTime.unavailableReason(0))
        assertNotNull(Cgroup("$folder/fs", "$folder/none").memory.unavailableReason(0))
    }

    /** A group that may use a fifth of a processor: the kernel throttles a process that spins in it. */
    @Test
    fun aGroupOfVersionOneThatIsThrottledShowsTheKernelsOwnFigure() = inNewGroup("/sys/fs/cgroup/cpu", "cpu.cfs_quota_us") { group ->
        shell("echo 10000 > $group/cpu.cfs_period_us; echo 2000 > $group/cpu.cfs_quota_us")
        fun byShell() = shell("grep throttled_time $group/cpu.stat").trim().substringAfter(' ').toLong()
        val source = Cgroup("/sys/fs/cgroup", "/proc/self/cgroup").throttledTime
        val outer = byShell()
        val first = source.now()
        val inner = byShell()
        // On a busy machine it takes longer to use up the group's share.
        val end = wallNanoseconds() + 60_000_000_000
        while (source.now() - first < 50_000_000 && wallNanoseconds() < end) { /* spin */ }
        val innerEnd = byShell()
        val last = source.now()
        val outerEnd = byShell()
        println("throttled for ${(last - first) / 1000} us, by the shell ${(innerEnd - inner) / 1000} to ${(outerEnd - outer) / 1000}")
        assertTrue(last - first in innerEnd - inner..outerEnd - outer)
        assertTrue(last - first > 50_000_000, "spinning in a fifth of a processor must be throttled")
    }

    @Test
    fun aGroupOfVersionTwoShowsTheCpuTimeOfItsFile() {
        val top = "$folder/unified"
        shell("mkdir $top && mount -t cgroup2 none $top 2>/dev/null")
        try {
            inNewGroup(top, "cpu.stat") { group ->
                fun byShell() = shell("grep usage_usec $group/cpu.stat").trim().substringAfter(' ').toLong() * 1000
                val source = Cgroup(top, "/proc/self/cgroup").cpuTime
                val outer = byShell()
                val first = source.now()
                val inner = byShell()
                val end = processCpuNanoseconds() + 50_000_000
                while (processCpuNanoseconds() < end) { /* spin */ }
                val innerEnd = byShell()
                val last = source.now()
                val outerEnd = byShell()
                println(
                    "${(last - first) / 1000} us in a group of version 2, by the shell ${(innerEnd - inner) / 1000} to " +
                        "${(outerEnd - outer) / 1000}",
                )
                assertTrue(last - first in innerEnd - inner..outerEnd - outer)
                assertTrue(last - first > 40_000_000)
            }
        } finally {
            // Detached at once: the source keeps its file open, and the kernel calls the mount busy until that is closed.
            shell("umount -l $top 2>/dev/null")
            assertEquals("", shell("grep '$top' /proc/${processId()}/mounts"), "nothing stays mounted")
        }
    }

    /** Runs [test] with the process in a separate group below [hierarchy]; reports it if the machine does not allow that. */
    private fun inNewGroup(hierarchy: String, neededFile: String, test: (String) -> Unit) {
        val group = "$hierarchy/timemory-test-${processId()}"
        val before = shell("grep -E '^(0|[0-9]+:cpu):' /proc/${processId()}/cgroup")
        shell("mkdir $group 2>/dev/null")
        val isUsable = shell(
            "test -w $group/$neededFile -a -w $group/cgroup.procs && echo ${processId()} > $group/cgroup.procs && echo " +
                "yes",
        ).trim() == "yes"
        if (!isUsable) {
            shell("rmdir $group 2>/dev/null")
            println("skipped: no control group can be made in $hierarchy")
            return
        }
        try {
            test(group)
        } finally {
            shell("echo ${processId()} > $hierarchy/cgroup.procs; rmdir $group")
            assertEquals(before, shell("grep -E '^(0|[0-9]+:cpu):' /proc/${processId()}/cgroup"), "the process is back where it was")
        }
    }
}
