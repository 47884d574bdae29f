package timemory.roofline

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/**
 * The program `timemory-ert`: measures this machine with native kernels and writes the results as JSON to stdout. `timemory roofline ert`
 * starts it, and passes options by environment settings (`TIMEMORY_ERT_...`) and the arguments `--ladder` and `--quick`.
 */
public fun ert(arguments: Array<String>) {
    val hasLadder = "--ladder" in arguments
    val kernels = platformKernels()
    val machine = thisMachine(kernels.kind, kernels.gigahertz)
    val options = ErtOptions.of(Settings.load(SettingsBuilder()), machine, isOfAllSizes = hasLadder, isQuick = "--quick" in arguments)
    val results = Ert(options, if (hasLadder) kernels.kernels + kernels.ladder else kernels.kernels) { tell(it) }.measure()
    val text = StringBuilder()
    writeErtJson(results, text)
    print(text)
}

@OptIn(kotlinx.cinterop.ExperimentalForeignApi::class)
private fun tell(kernel: String) {
    platform.posix.fputs("timemory: $kernel\n", platform.posix.stderr)
}
