package timemory.internal.callgraph

import java.nio.file.Files
import kotlin.io.path.createDirectory
import kotlin.io.path.writeText
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import timemory.settings.LoadedSettings
import timemory.settings.SettingsBuilder
import timemory.settings.SettingsLoader

/** The quick decision of [InitiallyDisabled] is compared with the settings loader's. */
class InitiallyDisabledTest {
    private val random = Random(19)

    private val words = listOf("true", "on", "Yes", "1", "t", "y", "false", "OFF", "no", "0", "f", "N")
    private val others = listOf("", "maybe", " false ", "fal\u017fe", "-1", "none", "wall_clock", "results/%d")

    private val names = listOf(
        "OUTPUT_PATH", "OUTPUT_PREFIX", "AUTO_OUTPUT", "COUT_OUTPUT", "FILE_OUTPUT", "TEXT_OUTPUT", "JSON_OUTPUT", "TREE_OUTPUT",
        "TIME_OUTPUT", "FLAT_PROFILE", "TIMELINE_PROFILE", "COLLAPSE_THREADS", "LIBRARY",
    )
    private val namesForSessions = listOf("BANNER", "VERBOSE", "COMPONENTS", "CONFIG_FILE", "ENABLD", "DEBUG", "TRACE_COMPONENTS")

    private fun load(environment: Map<String, String>, properties: Map<String, String>): LoadedSettings =
        SettingsLoader(environment, properties) { null }.load(SettingsBuilder())

    private fun isSure(environment: Map<String, String>, properties: Map<String, String>) =
        InitiallyDisabled.isSure(environment, properties)

    private fun value(known: Int) = if (random.nextInt(100) < known) words.random(random) else others.random(random)

    private fun property(name: String) = "timemory." + if (random.nextInt(8) == 0) name else name.lowercase()

    private fun settings(key: (String) -> String): Map<String, String> = buildMap {
        put("PATH", "/bin")
        if (random.nextInt(10) < 7) put(key("ENABLED"), value(known = 90))
        repeat(random.nextInt(3)) { put(key(names.random(random)), value(known = 80)) }
        if (random.nextInt(8) == 0) put(key(namesForSessions.random(random)), value(known = 50))
    }

    @Test
    fun whatItIsSureOfIsWhatTheLoaderSaysWithoutAnythingToReport() {
        var sure = 0
        repeat(20_000) {
            val environment = settings { "TIMEMORY_$it" }
            val properties = settings(::property)
            if (!isSure(environment, properties)) return@repeat
            sure++
            val loaded = load(environment, properties)
            assertFalse(loaded.settings.enabled, "$environment $properties")
            assertEquals(emptyList(), loaded.warnings, "$environment $properties")
            assertFalse(loaded.settings.banner || loaded.settings.verbose > 0 || loaded.settings.debug, "$environment $properties")
            assertEquals("", loaded.settings.components + loaded.settings.configFile, "$environment $properties")
        }
        assertTrue(sure > 1_000, "$sure")
    }

    @Test
    fun itIsSureWhereverOneWordSwitchesMeasuringOff() {
        for (word in words) {
            val isOff = !load(mapOf("TIMEMORY_ENABLED" to word), emptyMap()).settings.enabled
            assertEquals(isOff, isSure(mapOf("TIMEMORY_ENABLED" to word, "TIMEMORY_OUTPUT_PATH" to "there"), emptyMap()), word)
            assertEquals(isOff, isSure(emptyMap(), mapOf("timemory.enabled" to word)), word)
            assertEquals(isOff, isSure(mapOf("TIMEMORY_ENABLED" to "true"), mapOf("timemory.enabled" to word)), word)
        }
        assertFalse(isSure(emptyMap(), emptyMap()))
    }

    @Test
    fun itIsNotSureWhereTheUserHasSettingsForAllPrograms() {
        val home = Files.createTempDirectory("timemory")
        try {
            assertFalse(InitiallyDisabled.hasHomeFile(home.toString()))
            home.resolve(".timemory.json").writeText("{}")
            assertTrue(InitiallyDisabled.hasHomeFile(home.toString()))
            val other = home.resolve("other").createDirectory()
            other.resolve(".timemory.cfg").createDirectory() // which the loader reports
            assertTrue(InitiallyDisabled.hasHomeFile(other.toString()))
            assertFalse(InitiallyDisabled.hasHomeFile(""))
            assertFalse(InitiallyDisabled.hasHomeFile(null))
        } finally {
            home.toFile().deleteRecursively()
        }
    }
}
