package timemory.counters

import timemory.ComponentType
import timemory.HardwareEvent
import timemory.HardwareEventsProvider
import timemory.OwnComponentProvider
import timemory.memory.MallocGotcha
import timemory.memory.MemoryAllocations
import timemory.memory.MemoryLeaks
import timemory.memory.MemorySettingNames
import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** Adds this module's components, settings and event lists to the core's. */
internal class CountersProvider : OwnComponentProvider, SettingsProvider, HardwareEventsProvider {
    override fun components(): List<ComponentType<*>> =
        listOf(PerfEvents, PapiVector, PapiArray, MallocGotcha, MemoryAllocations, MemoryLeaks)

    override val settings: List<Setting<*>> get() = CounterSettingNames.own + MemorySettingNames.own

    override fun hardwareEvents(): List<HardwareEvent> = eventsOfTheKernel() + eventsOfUnits() + eventsOfPapi()
}
