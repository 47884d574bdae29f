package timemory.forwarding

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Makes Caliper measure while a region with this component is open on any thread, as set by [configure]. When the last one closes, Caliper
 * writes its results, and stops until the next one opens. Caliper measures its own annotations, which include those of [CaliperMarker].
 *
 * Source: `cali_ConfigManager_new`, `_add`, `_start`, `_flush` and `_stop` of a `libcaliper` with the Fortran interface.
 */
@DescribedBy(CaliperConfig.TYPE::class)
@ExperimentalTimemoryApi
public class CaliperConfig : SwitchMarker(switch) {
    /** The type of [CaliperConfig]. */
    public companion object TYPE : ForwardingType<CaliperConfig>(
        "caliper_config", "Makes Caliper measure while a region is open", CaliperConfigManager::unavailable,
        "cali_ConfigManager_start", Binding.PROCESS, emptyList(), ::CaliperConfig,
    ) {
        private val switch = RefCountedToggle { CaliperConfigManager.turn(it, configuration) }

        @Volatile
        private var configuration = ""

        /**
         * Sets what Caliper measures, from the next time a region opens while none is open: [configurations] by name, such as
         * `runtime-report`, each followed by those of [options] that it supports: `mapOf("output" to "times.txt")` makes
         * `runtime-report,output=(times.txt)`. An empty list measures nothing. Thread-safe.
         */
        @JvmStatic
        @JvmOverloads
        public fun configure(configurations: List<String>, options: Map<String, String> = emptyMap()) {
            configuration = (configurations + options.map { (name, value) -> "$name=($value)" }).joinToString(",")
        }
    }
}
