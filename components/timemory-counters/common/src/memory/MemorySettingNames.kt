package timemory.memory

import timemory.settings.SettingList
import timemory.settings.flag

/** The settings for what allocates memory. The name and the default are timemory's. */
internal object MemorySettingNames : SettingList() {
    val enableMallocp = add(flag("ENABLE_MALLOCP", "Whether libtimemory-mallocp.so measures what allocates memory", true).fixed())
    val allocationsByFunction = add(
        flag(
            "ALLOCATIONS_BY_FUNCTION",
            "Whether malloc_gotcha and memory_allocations show malloc, free and the others as regions inside of the one that is measured",
            false,
        ).fixed(),
    )
}
