package timemory.forwarding

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Has Caliper measure while a region with this component is open on any thread, as [configure] says. When the last one closes, Caliper
 * writes what it has, and stops until the next opens. What Caliper measures are its own annotations, those of [CaliperMarker] among them.
 *
 * Source: `cali_ConfigManager_new`, `_add`, `_start`, `_flush` and `_stop` of a `libcaliper` with the interface for Fortran.
 */
@DescribedBy(CaliperConfig.TYPE::class)
@ExperimentalTimemoryApi
public class CaliperConfig : SwitchMarker(switch) {
    /** The type of [CaliperConfig]. */
    public companion object TYPE : ForwardingType<CaliperConfig>(
        "caliper_config", "Has Caliper measure while a region is open", CaliperConfigManager::unavailable,
        "cali_ConfigManager_start", Binding.PROCESS, emptyList(), ::CaliperConfig,
    ) {
        private val switch = RefCountedToggle { CaliperConfigManager.turn(it, configuration) }

        @Volatile
        private var configuration = ""

        /**
         * Says what Caliper measures from the next time on that a region opens while none is: [configurations] by their names, as
         * `runtime-report`, each followed by those of [options] that are its own: `mapOf("output" to "times.txt")` makes
         * `runtime-report,output=(times.txt)`. None: nothing. May be called from any thread.
         */
        @JvmStatic
        @JvmOverloads
        public fun configure(configurations: List<String>, options: Map<String, String> = emptyMap()) {
            configuration = (configurations + options.map { (name, value) -> "$name=($value)" }).joinToString(",")
        }
    }
}
