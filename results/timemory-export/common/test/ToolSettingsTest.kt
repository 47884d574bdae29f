package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.mpi.mpipComponents
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** The component lists of tools, which are settings of a module, and named like those of user bundles. */
class ToolSettingsTest {
    @Test
    fun aListThatIsSetByItsNameIsThatOfTheModule() {
        val settings = Settings.load(SettingsBuilder().also { it.set("MPIP_COMPONENTS", "cpu_clock") })
        assertEquals("cpu_clock", settings.mpipComponents)
        assertEquals("cpu_clock", settings.componentsOf("MPIP"))
        assertEquals(emptyList(), settings.additional(), "it is of no bundle of the program")
    }

    @Test
    fun aListThatTheProgramAssignsIsFoundByItsName() {
        val settings = Settings.load(SettingsBuilder().also { it.mpipComponents = "peak_rss" })
        assertEquals("peak_rss", settings.text("MPIP_COMPONENTS"))
        assertEquals("peak_rss", settings.componentsOf("MPIP"))
    }
}
