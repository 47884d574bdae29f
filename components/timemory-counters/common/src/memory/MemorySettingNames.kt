package timemory.memory

import timemory.settings.SettingList
import timemory.settings.flag

/** The settings for memory allocations. The name and the default are timemory's. */
internal object MemorySettingNames : SettingList() {
    val enableMallocp = add(flag("ENABLE_MALLOCP", "Enable libtimemory-mallocp.so, which measures memory allocation", true).fixed())
    val allocationsByFunction = add(
        flag(
            "ALLOCATIONS_BY_FUNCTION",
            "Show malloc, free and the other functions below the region measured with malloc_gotcha or memory_allocations",
            false,
        ).fixed(),
    )
}
