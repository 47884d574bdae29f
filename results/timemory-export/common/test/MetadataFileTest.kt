package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import timemory.export.internal.writeMetadata
import timemory.results.Results
import timemory.settings.Catalogue
import timemory.settings.SettingsBuilder
import timemory.settings.SettingsLoader

/** The file that describes how results were produced, and can be used as the settings of another run. */
class MetadataFileTest {
    private fun load(file: String?, configure: SettingsBuilder.() -> Unit = {}) =
        SettingsLoader(if (file == null) emptyMap() else mapOf("TIMEMORY_CONFIG_FILE" to "f"), emptyMap()) { file }
            .load(SettingsBuilder().apply(configure))

    @Test
    fun savedSettingsGiveTheSameSettingsAgain() {
        val settings = load(null) {
            outputPath = "quotes \" and \n lines"
            precision = 4
            components("SOLVER", "peak_rss")
        }.settings
        val saved = buildString { writeMetadata(this, Results(emptyList(), 1L, 1, emptyList()), settings) }
        val again = load(saved)
        assertEquals(emptyList(), again.warnings)
        for (setting in Catalogue.settings - Catalogue.configFile) {
            assertEquals(settings.textOf(setting), again.settings.textOf(setting), setting.name)
        }
        assertEquals("peak_rss", again.settings.componentsOf("SOLVER"))
    }

    @Test
    fun secretsInAddressesAreLeftOut() {
        for (address in listOf("http://user:hunter2@host/", "https://host/v1/hunter2", "https://host/?api_key=hunter2")) {
            val settings = load(null) { outputPath = address }.settings
            val saved = buildString { writeMetadata(this, Results(emptyList(), 1L, 1, emptyList()), settings) }
            assertFalse("hunter2" in saved, saved)
        }
    }
}
