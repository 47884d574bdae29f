package timemory.counters

import timemory.internal.platform.Ffi
import timemory.internal.platform.SystemCall
import timemory.internal.platform.readText
import timemory.internal.platform.withMemory

/** Error numbers on Linux. */
internal object Errno {
    const val NOT_PERMITTED = 1
    const val NO_ENTRY = 2
    const val NO_PROCESS = 3
    const val ACCESS = 13
    const val BUSY = 16
    const val NO_DEVICE = 19
    const val INVALID = 22
    const val TOO_MANY_FILES_IN_SYSTEM = 23
    const val TOO_MANY_FILES = 24
    const val NO_SPACE = 28
    const val NO_SYSTEM_CALL = 38
    const val NOT_SUPPORTED = 95
}

/** Field offsets of `struct perf_event_attr` (`linux/perf_event.h`); a test compares them with that file. */
internal object PerfAttributes {
    const val TYPE = 0
    const val SIZE = 4
    const val CONFIG = 8
    const val READ_FORMAT = 32
    const val FLAGS = 40
    const val CONFIG1 = 56
    const val CONFIG2 = 64

    /** The size of the struct in Linux 2.6.33, which has all fields used here and which every kernel accepts. */
    const val BYTES = 72

    const val FLAG_DISABLED = 1L
    const val FLAG_INHERIT = 1L shl 1
    const val FLAG_EXCLUDE_USER = 1L shl 4
    const val FLAG_EXCLUDE_KERNEL = 1L shl 5
    const val FLAG_EXCLUDE_HYPERVISOR = 1L shl 6
    const val FLAG_ENABLE_ON_EXEC = 1L shl 12

    const val FORMAT_TIME_ENABLED = 1L
    const val FORMAT_TIME_RUNNING = 2L
    const val FORMAT_GROUP = 8L

    const val CLOSE_ON_EXEC = 8L
}

/**
 * Opens a counter of [event] for thread [pid], 0 for the calling one, on any processor. Returns its file descriptor, or a negative error
 * number.
 *
 * @param group the group leader, -1 for none
 * @param inherits whether threads and processes that [pid] starts later are counted too; such a counter cannot be in a group
 * @param fromExec whether it starts counting only when [pid] executes a program
 */
internal fun openPerfEvent(event: PerfEvent, pid: Int, group: Int, inherits: Boolean = false, fromExec: Boolean = false): Int =
    Ffi.withMemory(PerfAttributes.BYTES.toLong()) { attributes ->
        Ffi.putInt(attributes + PerfAttributes.TYPE, event.type)
        Ffi.putInt(attributes + PerfAttributes.SIZE, PerfAttributes.BYTES)
        Ffi.putLong(attributes + PerfAttributes.CONFIG, event.config)
        Ffi.putLong(attributes + PerfAttributes.CONFIG1, event.config1)
        Ffi.putLong(attributes + PerfAttributes.CONFIG2, event.config2)
        val times = PerfAttributes.FORMAT_TIME_ENABLED or PerfAttributes.FORMAT_TIME_RUNNING
        Ffi.putLong(attributes + PerfAttributes.READ_FORMAT, if (inherits) times else times or PerfAttributes.FORMAT_GROUP)
        Ffi.putLong(attributes + PerfAttributes.FLAGS, flagsOf(event, inherits, fromExec))
        Ffi.systemCall(SystemCall.PERF_EVENT_OPEN, attributes, pid.toLong(), -1L, group.toLong(), PerfAttributes.CLOSE_ON_EXEC).toInt()
    }

private fun flagsOf(event: PerfEvent, inherits: Boolean, fromExec: Boolean): Long {
    var flags = if (inherits) PerfAttributes.FLAG_INHERIT else 0L
    if (fromExec) flags = flags or PerfAttributes.FLAG_DISABLED or PerfAttributes.FLAG_ENABLE_ON_EXEC
    if (event.excludesUser) flags = flags or PerfAttributes.FLAG_EXCLUDE_USER
    if (event.excludesKernel) flags = flags or PerfAttributes.FLAG_EXCLUDE_KERNEL or PerfAttributes.FLAG_EXCLUDE_HYPERVISOR
    return flags
}

/** Returns the exception for the kernel's [error] on opening [event], with a way out. */
internal fun perfRefusal(event: PerfEvent, error: Int, paranoid: () -> String = ::paranoidLevel): UnsupportedOperationException {
    val name = event.name
    val reason = when (error) {
        Errno.ACCESS, Errno.NOT_PERMITTED ->
            "the kernel does not let this process count '$name': /proc/sys/kernel/perf_event_paranoid is ${paranoid()}. As root, " +
                "`sysctl kernel.perf_event_paranoid=1` allows it (or start the program with the ambient capability CAP_PERFMON); " +
                (if (event.isOfTheKernel) "" else "'$name:u' counts in user mode only, which level 2 allows; ") +
                "in a container, the container runtime must allow perf_event_open as well"
        Errno.NO_ENTRY, Errno.NO_DEVICE, Errno.NOT_SUPPORTED, Errno.INVALID ->
            if (event.isHardware) {
                "'$name' is not counted on this machine: the processor does not have the event or does not expose it, as in most " +
                    "virtual machines " +
                    "(`timemory avail -H` lists what there is)"
            } else {
                "'$name' is not counted by this kernel (`timemory avail -H` lists what is)"
            }
        Errno.BUSY -> "'$name' cannot be counted now: another program has exclusive use of the counters"
        Errno.NO_PROCESS -> "'$name' cannot be counted: the process has ended"
        Errno.TOO_MANY_FILES, Errno.TOO_MANY_FILES_IN_SYSTEM ->
            "'$name' cannot be counted: too many files are open (each thread has one for each event; `ulimit -n` shows how many are " +
                "allowed)"
        Errno.NO_SYSTEM_CALL -> "'$name' cannot be counted: this kernel is built without perf_event_open"
        else -> "'$name' cannot be counted: perf_event_open fails with error $error"
    }
    return UnsupportedOperationException(reason)
}

internal fun paranoidLevel(): String = try {
    readText("/proc/sys/kernel/perf_event_paranoid").trim()
} catch (_: Exception) {
    "not there"
}
