package timemory.internal.platform

import java.util.ServiceConfigurationError
import timemory.internal.lean.*

/** Found once; a constant to the compiler, so that a reading is a direct call. */
internal object JvmReadings {
    @JvmField
    val readings: PlatformReadings = provided() ?: ManagementReadings()

    private fun provided(): PlatformReadings? = try {
        Modules.readings()?.readings()
    } catch (failure: ServiceConfigurationError) {
        printError("timemory: operating-system metrics are read from java.lang.management instead: ${failure.message}")
        null
    }
}

/** The first Java version that can read the counter. */
private const val FIRST_JAVA = 22

internal actual fun timeStampCounterNotGranted(): String? {
    if (Runtime.version().feature() < FIRST_JAVA) return "it is read on Java $FIRST_JAVA and later"
    return try {
        val provider = Modules.readings() ?: return "it is read by timemory-jvm, which is not on the class path"
        provider.nativeAccessNotGranted()
    } catch (failure: ServiceConfigurationError) {
        "its reader cannot be loaded: ${failure.message}"
    }
}

internal actual fun wallNanoseconds(): Long = WallReading.nanoseconds()

internal actual fun monotonicNanoseconds(): Long = System.nanoTime()

internal actual fun timeStampCounter(): Long = JvmReadings.readings.timeStampCounter()

internal actual fun timeStampCounterUnavailable(): String? = JvmReadings.readings.timeStampCounterUnavailable()

private const val LONG_RUNNING_NANOSECONDS = 1_000_000_000L
private val choosing = Lock()
private var late: DelayedTask? = null

internal actual fun chooseClockLate(choose: (() -> Unit)?) {
    val next = if (choose == null) null else DelayedTask.start(LONG_RUNNING_NANOSECONDS, choose)
    choosing.hold { late.also { late = next } }?.callOff()
}

internal actual const val choosesClockAtOnce: Boolean = false

internal actual fun readWallClockBy(line: TickLine?, clock: TickClock) = WallReading.select(line, clock)

internal actual fun processCpuNanoseconds(): Long = JvmReadings.readings.processCpuNanoseconds()

internal actual fun threadCpuNanoseconds(): Long = JvmReadings.readings.threadCpuNanoseconds()

internal actual fun threadCpuUnavailable(): String? = JvmReadings.readings.threadCpuUnavailable()

internal actual fun rawMonotonicNanoseconds(): Long = JvmReadings.readings.rawMonotonicNanoseconds()

internal actual fun readUsage(who: Int, into: LongArray) = JvmReadings.readings.resourceUsage(who, into)

internal actual fun usageUnavailable(who: Int, index: Int): String? = JvmReadings.readings.resourceUsageUnavailable(who, index)

internal actual fun pageSize(): Long = PageSize.bytes()
