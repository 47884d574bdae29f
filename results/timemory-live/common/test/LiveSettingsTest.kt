package timemory.live

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.settings.SettingsBuilder
import timemory.settings.SettingsLoader

class LiveSettingsTest {
    @Test
    fun renamedSettingsAreAcceptedByTheirFormerNames() {
        val environment = mapOf("TIMEMORY_LIVE" to "true")
        val properties = mapOf("timemory.slow" to "trip_count>2")
        val loaded = SettingsLoader(environment, properties) { null }.load(SettingsBuilder())
        assertEquals(emptyList(), loaded.warnings)
        assertTrue(loaded.settings.liveSocket)
        assertEquals("trip_count>2", loaded.settings.slowLapThresholds)
    }
}
