package timemory.roofline

import timemory.ExperimentalTimemoryApi

/**
 * Describes the machine that this process runs on, from `/proc/cpuinfo` and `/sys/devices/system/cpu/cpu0/cache`. What the system does not
 * report is left out.
 *
 * @param kernels the kind of kernels, for readers of the results
 * @param gigahertz the measured frequency; if missing, that of `/proc/cpuinfo`, which in a virtual machine may be just the nominal one
 */
@ExperimentalTimemoryApi
public fun thisMachine(kernels: String, gigahertz: Double? = null): ErtMachine {
    val facts = textOf("/proc/cpuinfo").orEmpty().lineSequence().takeWhile { it.isNotEmpty() }.associate {
        it.substringBefore(':').trim() to it.substringAfter(':').trim()
    }
    return ErtMachine(
        facts["model name"].orEmpty().ifEmpty { "unknown processor" },
        processorCount(),
        cachesOf("/sys/devices/system/cpu/cpu0/cache"),
        gigahertz ?: (facts["cpu MHz"]?.toDoubleOrNull() ?: 0.0) / 1000.0,
        kernels,
    )
}

/** Returns the processor's features, by the names of `/proc/cpuinfo`. */
internal fun processorFlags(): Set<String> = textOf("/proc/cpuinfo").orEmpty().lineSequence()
    .firstOrNull { it.startsWith("flags") }?.substringAfter(':')?.trim()?.split(' ')?.toSet().orEmpty()

internal fun cachesOf(folder: String, read: (String) -> String? = ::textOf): List<ErtCache> {
    val caches = ArrayList<ErtCache>()
    var index = 0
    while (index < MAX_CACHES) {
        val level = read("$folder/index$index/level")?.trim()?.toIntOrNull() ?: break
        val type = read("$folder/index$index/type")?.trim()
        val bytes = read("$folder/index$index/size")?.trim()?.let(::sizeOf)
        val sharedBy = read("$folder/index$index/shared_cpu_list")?.trim()?.let(::countOfList)
        if (type != "Instruction" && bytes != null) caches.add(ErtCache(level, bytes, sharedBy ?: 1))
        index++
    }
    return caches.sortedBy { it.level }
}

/** Parses `48K`, `32M` or a number of bytes; returns `null` for anything else. */
private fun sizeOf(text: String): Long? = when {
    text.endsWith('K') -> text.dropLast(1).toLongOrNull()?.times(1024L)
    text.endsWith('M') -> text.dropLast(1).toLongOrNull()?.times(1024L * 1024L)
    else -> text.toLongOrNull()
}?.takeIf { it > 0L }

/** Returns how many numbers a list such as `0-3,8` contains; `null` if it is not a list. */
private fun countOfList(text: String): Int? {
    var count = 0
    for (part in text.split(',')) {
        val first = part.substringBefore('-').toIntOrNull() ?: return null
        val last = part.substringAfter('-').toIntOrNull() ?: return null
        if (last < first) return null
        count += last - first + 1
    }
    return count
}

private const val MAX_CACHES = 16
