package timemory.internal.platform

import java.util.ServiceConfigurationError
import java.util.ServiceLoader

/** Found once; a constant to the compiler, so that a reading is called directly. */
internal object JvmReadings {
    @JvmField
    val readings: PlatformReadings = provided() ?: ManagementReadings()

    private fun provided(): PlatformReadings? = try {
        ServiceLoader.load(PlatformReadings.Provider::class.java, PlatformReadings::class.java.classLoader)
            .firstNotNullOfOrNull { it.readings() }
    } catch (failure: ServiceConfigurationError) {
        printError("timemory: readings of the operating system fall back to java.lang.management: ${failure.message}")
        null
    }
}

internal actual fun wallNanoseconds(): Long = WallReading.nanoseconds()

internal actual fun monotonicNanoseconds(): Long = System.nanoTime()

internal actual fun timeStampCounter(): Long = JvmReadings.readings.timeStampCounter()

internal actual fun timeStampCounterUnavailable(): String? = JvmReadings.readings.timeStampCounterUnavailable()

internal actual fun readWallClockBy(line: TickLine?) = WallReading.select(line)

internal actual fun processCpuNanoseconds(): Long = JvmReadings.readings.processCpuNanoseconds()

internal actual fun threadCpuNanoseconds(): Long = JvmReadings.readings.threadCpuNanoseconds()

internal actual fun threadCpuUnavailable(): String? = JvmReadings.readings.threadCpuUnavailable()

internal actual fun rawMonotonicNanoseconds(): Long = JvmReadings.readings.rawMonotonicNanoseconds()

internal actual fun readUsage(who: Int, into: LongArray) = JvmReadings.readings.resourceUsage(who, into)

internal actual fun usageUnavailable(who: Int, index: Int): String? = JvmReadings.readings.resourceUsageUnavailable(who, index)

internal actual fun pageSize(): Long = PageSize.bytes()
