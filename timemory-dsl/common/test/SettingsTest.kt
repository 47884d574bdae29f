package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import timemory.internal.platform.CalendarTime
import timemory.internal.platform.readRegularFile
import timemory.internal.problems.Problems
import timemory.internal.text.distance
import timemory.results.Results
import timemory.settings.Catalogue
import timemory.settings.SettingArguments
import timemory.settings.Settings
import timemory.settings.SettingsBuilder
import timemory.settings.SettingsLoader
import timemory.settings.TimeFormat
import timemory.settings.loadSettings

class SettingsTest {
    private fun load(
        environment: Map<String, String> = emptyMap(),
        properties: Map<String, String> = emptyMap(),
        files: Map<String, String> = emptyMap(),
        configure: SettingsBuilder.() -> Unit = {},
    ) = SettingsLoader(environment, properties) { files[it] }
        .load(SettingsBuilder().apply(configure))

    @Test
    fun sourcesOverrideEachOtherInRisingOrder() {
        val environment =
            mapOf("TIMEMORY_PRECISION" to "1", "TIMEMORY_WIDTH" to "1", "TIMEMORY_MAX_DEPTH" to "1", "TIMEMORY_MAX_NODES" to "1")
        val properties =
            mapOf("timemory.width" to "2", "timemory.max_depth" to "2", "timemory.max_nodes" to "2", "timemory.config_file" to "f")
        val files = mapOf("f" to "# comment\n\nMAX_DEPTH = 3\ntimemory_max_nodes=\"3\"\n")
        val loaded = load(environment, properties, files) { maxNodes = 4 }
        assertEquals(emptyList(), loaded.warnings)
        val settings = loaded.settings
        assertEquals(listOf(1, 2, 3, 4), listOf(settings.precision, settings.width, settings.maxDepth, settings.maxNodes))
    }

    @Test
    fun otherVariablesAreNotLookedAt() {
        assertEquals(
            emptyList(),
            load(
                mapOf("PATH" to "x", "TIMEMORYX" to "y", "TIMEMORY_LIBRARY" to "a.so", "TIMEMORY_JUMP_LIBRARY" to "b.so"),
                mapOf("java.home" to "z"),
            ).warnings,
        )
    }

    @Test
    fun anEmptyValueOfAnySettingIsTheSameAsNone() {
        for (setting in Catalogue.settings) {
            for (empty in listOf("", " ", "\t")) {
                val loaded = listOf(
                    load(mapOf(setting.variable to empty)),
                    load(properties = mapOf(setting.property to empty)),
                    load(mapOf("TIMEMORY_CONFIG_FILE" to "f"), files = mapOf("f" to "${setting.name} =$empty")),
                    load(mapOf("TIMEMORY_CONFIG_FILE" to "f"), files = mapOf("f" to "${setting.name} = \"$empty\"")),
                    load(mapOf("TIMEMORY_CONFIG_FILE" to "f"), files = mapOf("f" to "{\"${setting.name}\": \"${empty.trim()}\"}")),
                    SettingsLoader(emptyMap(), emptyMap()) { null }
                        .load(SettingsBuilder(), listOf("--timemory-${setting.name.lowercase()}=$empty")),
                )
                for (one in loaded) {
                    assertEquals(emptyList(), one.warnings, setting.name)
                    assertFalse(setting !== Catalogue.configFile && one.settings.isSet(setting), setting.name)
                }
                val own = SettingsBuilder().apply { set(setting.name, empty) }
                assertEquals(setting.default, Settings.DEFAULT.with(own).get(setting), setting.name)
            }
        }
    }

    @Test
    fun anEmptyValueLeavesASettingToTheSourcesBeforeIt() {
        val files = mapOf("f" to "OUTPUT_PATH=\nPRECISION=\n")
        val environment = mapOf("TIMEMORY_OUTPUT_PATH" to "a", "TIMEMORY_PRECISION" to "5", "TIMEMORY_CONFIG_FILE" to "f")
        val settings = load(environment, mapOf("timemory.output_path" to ""), files) { outputPath = "" }.settings
        assertEquals("a", settings.outputPath)
        assertEquals(5, settings.precision)
    }

    @Test
    fun aProgramCanAssignTheEmptyTextWhereThatIsTheDefault() {
        assertEquals("", load(mapOf("TIMEMORY_COMPONENTS" to "wall_clock")) { components = "" }.settings.components)
        assertEquals("", load(mapOf("TIMEMORY_COMPONENTS" to "wall_clock")) { set("COMPONENTS", "") }.settings.components)
        val builder = SettingsBuilder().apply {
            outputPath = "a"
            outputPath = " "
            timeFormat = ""
        }
        assertEquals("timemory-output", Settings.DEFAULT.with(builder).outputPath)
        assertEquals(Settings.DEFAULT.timeFormat, Settings.DEFAULT.with(builder).timeFormat)
    }

    @Test
    fun aRenamedSettingIsAcceptedByItsFormerName() {
        val file = mapOf("TIMEMORY_CONFIG_FILE" to "f")
        val sources = listOf(
            load(mapOf("TIMEMORY_COUT_ROWS" to "7")),
            load(properties = mapOf("timemory.cout_rows" to "7")),
            load(file, files = mapOf("f" to "cout_rows = 7")),
            load(file, files = mapOf("f" to "{\"TIMEMORY_COUT_ROWS\": {\"value\": 7}}")),
            load { set("COUT_ROWS", "7") },
            SettingsLoader(emptyMap(), emptyMap()) { null }.load(SettingsBuilder(), listOf("--timemory-cout-rows=7")),
        )
        for (loaded in sources) {
            assertEquals(emptyList(), loaded.warnings)
            assertEquals(7, loaded.settings.consoleMaxRows)
            assertEquals("7", loaded.settings.text("TIMEMORY_COUT_ROWS"))
        }
    }

    @Test
    fun theNameOutranksAnAliasInTheSameSource() {
        val arguments = listOf("--timemory-text-max-rows=2", "--timemory-text-rows=1")
        val file = mapOf("TIMEMORY_CONFIG_FILE" to "f")
        val sources = listOf(
            load(mapOf("TIMEMORY_TEXT_ROWS" to "1", "TIMEMORY_TEXT_MAX_ROWS" to "2")),
            load(properties = mapOf("timemory.text_rows" to "1", "timemory.text_max_rows" to "2")),
            load(file, files = mapOf("f" to "TEXT_ROWS = 1\nTEXT_MAX_ROWS = 2")),
            load(file, files = mapOf("f" to "TEXT_MAX_ROWS = 2\nTEXT_ROWS = 1")),
            SettingsLoader(emptyMap(), emptyMap()) { null }.load(SettingsBuilder(), arguments),
            SettingsLoader(emptyMap(), emptyMap()) { null }.load(SettingsBuilder(), arguments.reversed()),
        )
        for (loaded in sources) {
            assertEquals(emptyList(), loaded.warnings)
            assertEquals(2, loaded.settings.textMaxRows)
        }
        // Sorted by name, CONSOLE_MAX_ROWS comes before its alias.
        val rows = mapOf("TIMEMORY_CONSOLE_MAX_ROWS" to "2", "TIMEMORY_COUT_ROWS" to "1")
        assertEquals(2, load(rows).settings.consoleMaxRows)
        assertEquals(1, load(rows + ("TIMEMORY_CONSOLE_MAX_ROWS" to "")).settings.consoleMaxRows)
    }

    @Test
    fun anAliasInALaterSourceOutranksTheNameInAnEarlierOne() {
        val loaded = load(mapOf("TIMEMORY_TEXT_MAX_ROWS" to "1"), mapOf("timemory.text_rows" to "2"))
        assertEquals(2, loaded.settings.textMaxRows)
    }

    @Test
    fun compatible_gives_timemorys_defaults_but_not_to_what_is_set() {
        val usual = load().settings
        assertEquals(listOf(false, false, true), listOf(usual.jsonOutput, usual.treeOutput, usual.compactOutput))
        assertEquals("tree", usual.console)
        val loaded = load(mapOf("TIMEMORY_COMPATIBLE" to "true")).settings
        assertEquals(listOf(true, true, false), listOf(loaded.jsonOutput, loaded.treeOutput, loaded.compactOutput))
        assertEquals("tables", loaded.console)
        assertEquals(listOf(0, 0), listOf(loaded.consoleMaxRows, loaded.textMaxRows))
        val own = load(mapOf("TIMEMORY_TREE_OUTPUT" to "false", "TIMEMORY_COUT_ROWS" to "7")) { compatible = true }.settings
        assertEquals(listOf(true, false), listOf(own.jsonOutput, own.treeOutput))
        assertEquals(7, own.consoleMaxRows)
    }

    @Test
    fun aWrongNameIsAnsweredWithTheNearest() {
        val warning = load(mapOf("TIMEMORY_OUTPT_PATH" to "x")).warnings.single()
        assertEquals("environment: TIMEMORY_OUTPT_PATH is not a setting; the nearest is TIMEMORY_OUTPUT_PATH", warning)
    }

    @Test
    fun aWrongValueIsAnsweredWithThoseAllowedAndNotUsed() {
        val loaded = load(mapOf("TIMEMORY_ENABLED" to "maybe", "TIMEMORY_PRECISION" to "99", "TIMEMORY_TIMING_UNITS" to "hours"))
        assertEquals(
            listOf(
                "environment: TIMEMORY_ENABLED is 'maybe' but must be true or false; it is ignored",
                "environment: TIMEMORY_PRECISION is '99' but must be a whole number from -1 to 17; it is ignored",
                "environment: TIMEMORY_TIMING_UNITS is 'hours' but must be one of nsec, usec, msec, sec, min, hr; it is ignored",
            ),
            loaded.warnings,
        )
        assertEquals(true, loaded.settings.enabled)
        assertEquals(-1, loaded.settings.precision)
    }

    @Test
    fun settingsOnTheCommandLineGoBeforeAllOthers() {
        val parted = SettingArguments(
            arrayOf(
                "--timemory-precision=5", "--timemory-flat-profile", "input", "--timemory-outptu-path=x", "-v", "--",
                "--timemory-width=3",
            ),
            isSuppressed = false,
        )
        assertEquals(listOf("input", "-v", "--", "--timemory-width=3"), parted.others)
        val loaded = SettingsLoader(mapOf("TIMEMORY_PRECISION" to "1"), emptyMap()) { null }.load(
            SettingsBuilder().apply { precision = 2 },
            parted.settings,
        )
        assertEquals(5, loaded.settings.precision)
        assertTrue(loaded.settings.flatProfile)
        assertEquals(-1, loaded.settings.width)
        assertEquals(listOf("command line: --timemory-outptu-path is not a setting; the nearest is TIMEMORY_OUTPUT_PATH"), loaded.warnings)
    }

    @Test
    fun aCommandLineIsLeftAloneWhereTheSettingsSaySo() {
        val quiet = SettingsBuilder().apply {
            coutOutput = false
            fileOutput = false
            suppressParsing = true
        }
        assertContentEquals(arrayOf("--timemory-precision=5", "x"), Timemory.init(arrayOf("--timemory-precision=5", "x"), quiet))
        assertEquals(-1, Timemory.settings.precision)
        Timemory.finalize()
        assertContentEquals(arrayOf("x"), Timemory.init(arrayOf("--timemory-precision=5", "x"), quiet.apply { suppressParsing = false }))
        assertEquals(5, Timemory.settings.precision)
        Timemory.finalize()
    }

    @Test
    fun withDebugAProblemIsToldWithItsPlace() {
        val told = ArrayList<String>()
        fun noticeSomething(problems: Problems) = repeat(2) { problems.report("kind") { "sentence" } }
        noticeSomething(Problems(debug = false) { told += it })
        assertEquals(listOf("timemory: sentence"), told)
        noticeSomething(Problems(debug = true) { told += it })
        assertEquals(3, told.size)
        assertContains(told[2], "noticed here")
    }

    @Test
    fun wrongLinesOfAFileAreNamedByTheirNumber() {
        val files = mapOf("f" to "precision = 2\nnonsense\nWIDHT = 3\n")
        val loaded = load(files = files) { configFile = "f" }
        assertEquals(
            listOf(
                "f:2: 'nonsense' is not a setting: write NAME = value",
                "f:3: WIDHT is not a setting; the nearest is TIMEMORY_WIDTH",
            ),
            loaded.warnings,
        )
        assertEquals(2, loaded.settings.precision)
    }

    @Test
    fun aMissingFileIsReported() {
        val warning = load { configFile = "missing" }.warnings.single()
        assertEquals("settings file 'missing' (TIMEMORY_CONFIG_FILE) cannot be read: no such file or directory", warning)
    }

    @Test
    fun whatIsNoRegularFileOfModestSizeIsNotReadAndTheReasonReported() {
        val why = "cannot be read: not a regular file"
        for (file in listOf("/dev/zero", "/proc/self")) {
            val settings = loadSettings(SettingsBuilder().apply { configFile = file })
            assertEquals(listOf("settings file '$file' (TIMEMORY_CONFIG_FILE) $why"), settings.warnings)
        }
        assertEquals("it has more than 10 bytes", assertFailsWith<Exception> { readRegularFile("/proc/self/status", 10) }.message)
        assertContains(readRegularFile("/proc/self/status", 1 shl 20)!!, "VmPeak")
    }

    @Test
    fun aFileInTheHomeDirectoryThatCannotBeReadIsReportedAndAMissingOneIsNot() {
        val loader =
            SettingsLoader(mapOf("HOME" to "/home/me"), emptyMap()) { if (it.endsWith(".cfg")) error("$it: permission denied") else null }
        assertEquals(
            listOf(
                "settings file '/home/me/.timemory.cfg' (TIMEMORY_SUPPRESS_CONFIG=true leaves it alone) cannot be read: " +
                    "/home/me/.timemory.cfg: permission denied",
            ),
            loader.load(SettingsBuilder()).warnings,
        )
    }

    @Test
    fun theValueOnTheCommandLineMayBeTheNextArgument() {
        val parted = SettingArguments(
            arrayOf(
                "--timemory-output-path", "my results", "in", "--timemory-precision", "-1", "--timemory-enabled", "false",
                "--timemory-flat-profile", "1",
                "--timemory-max-depth", "-v", "--timemory-width", "--timemory-trace-components", "peak_rss", "--timemory-outptu-path", "x",
                "--timemory-units",
            ),
            isSuppressed = false,
        )
        assertEquals(listOf("in", "1", "-v", "x"), parted.others)
        val loaded = SettingsLoader(emptyMap(), emptyMap()) { null }.load(SettingsBuilder(), parted.settings)
        val settings = loaded.settings
        assertEquals(
            listOf("my results", "-1", "false", "true"),
            listOf("OUTPUT_PATH", "PRECISION", "ENABLED", "FLAT_PROFILE").map(settings::text),
        )
        assertEquals("peak_rss", settings.componentsOf("TRACE"))
        assertEquals(
            listOf(
                "command line: --timemory-max-depth has no value and is ignored: write --timemory-max-depth=VALUE",
                "command line: --timemory-width has no value and is ignored: write --timemory-width=VALUE",
                "command line: --timemory-outptu-path is not a setting; the nearest is TIMEMORY_OUTPUT_PATH",
            ),
            loaded.warnings.take(3),
        )
        assertContains(loaded.warnings[3], "--timemory-units is not a setting")
    }

    @Test
    fun valuesInWarningsAreEscapedAndBounded() {
        val warning = load(mapOf("TIMEMORY_PRECISION" to "\u001b[31m" + "9".repeat(1000))).warnings.single()
        assertTrue('\u001b' !in warning && warning.length < 250, warning)
    }

    @Test
    fun flagsAreReadInEveryUsualSpelling() {
        for (text in listOf("true", "ON", "Yes", "1")) assertEquals(true, load(mapOf("TIMEMORY_SCIENTIFIC" to text)).settings.scientific)
        for (text in listOf("false", "OFF", "No", "0")) assertEquals(false, load(mapOf("TIMEMORY_ENABLED" to text)).settings.enabled)
    }

    @Test
    fun theBuilderRefusesWrongValuesAtOnce() {
        val error = assertFailsWith<IllegalArgumentException> { SettingsBuilder().precision = 99 }
        assertEquals("precision is '99' but must be a whole number from -1 to 17 (setting TIMEMORY_PRECISION)", error.message)
        assertFailsWith<IllegalArgumentException> { SettingsBuilder().memoryUnits = "sec" }
        assertFailsWith<IllegalArgumentException> { SettingsBuilder().timeFormat = "%Q" }
        assertFailsWith<IllegalArgumentException> { SettingsBuilder().timeFormat = "../%F" }
    }

    @Test
    fun settingsAreAssignedAndReadByTheirNames() {
        val builder = SettingsBuilder()
        builder.set("TIMEMORY_OUTPUT_PATH", "results")
        builder.set("precision", " 5 ")
        builder.set("FLAT_PROFILE", "on")
        builder.set("SOLVER_COMPONENTS", "peak_rss")
        val settings = Settings.DEFAULT.with(builder)
        assertEquals(
            listOf("results", "5", "true", "peak_rss"),
            listOf("OUTPUT_PATH", "TIMEMORY_PRECISION", "flat_profile", "SOLVER_COMPONENTS").map(settings::text),
        )
        assertEquals("120", settings.text("MAX_WIDTH"))
        fun refused(name: String, value: String) = assertFailsWith<IllegalArgumentException> { builder.set(name, value) }.message!!
        assertTrue("TIMEMORY_PRECISION" in refused("PRECISON", "1"))
        assertTrue("'many'" in refused("PRECISION", "many"))
        assertFailsWith<IllegalArgumentException> { settings.text("NONE") }
    }

    @Test
    fun timesAreFormattedAsByStrftime() {
        val time = CalendarTime(2026, 3, 9, 15, 4, 5)
        assertEquals("2026-03-09_03.04_PM", TimeFormat.format("%F_%I.%M_%p", time))
        assertEquals("26 15:04:05 % 12", TimeFormat.format("%y %T %% %I", CalendarTime(2026, 3, 9, 15, 4, 5)).replace("03", "12"))
        assertEquals("12 AM", TimeFormat.format("%I %p", CalendarTime(2026, 1, 1, 0, 0, 0)))
    }

    @Test
    fun distanceCountsChanges() {
        assertEquals(0, distance("abc", "abc"))
        assertEquals(3, distance("kitten", "sitting"))
        assertEquals(3, distance("", "abc"))
    }

    private fun fromFile(content: String) = load(mapOf("TIMEMORY_CONFIG_FILE" to "f"), files = mapOf("f" to content))

    @Test
    fun aJsonFileNamesSettingsFlatOrAsTheyAreSaved() {
        val flat = fromFile("""{"OUTPUT_PATH": "a\u0062", "timemory_max_depth": 7, "ENABLED": false}""")
        assertEquals(emptyList(), flat.warnings)
        assertEquals(listOf("ab", 7, false), flat.settings.run { listOf(outputPath, maxDepth, enabled) })
        val saved = fromFile(""" {"timemory": {"metadata": {"settings": {"TIMEMORY_OUTPUT_PATH": {"type": "text", "value": "c"}}}}}""")
        assertEquals("c", saved.settings.outputPath)
    }

    @Test
    fun wrongJsonIsReported() {
        fun warnings(file: String) = fromFile(file).warnings.single()
        assertTrue("line 2, column 3" in warnings("{\n  OUTPUT_PATH: 1}"), warnings("{\n  OUTPUT_PATH: 1}"))
        assertTrue("OUTPUT_PATH" in warnings("""{"OUTPUT_PTH": 1}"""))
        assertTrue("'many'" in warnings("""{"MAX_DEPTH": "many"}"""))
        assertTrue("is not a string" in warnings("""{"MAX_DEPTH": [1]}"""))
        assertTrue("deeper" in warnings("""{"settings":""".repeat(70)))
    }

    @Test
    fun filesInTheHomeDirectoryServeUnlessTheyAreSuppressed() {
        val files = mapOf("/home/u/.timemory.cfg" to "PRECISION = 5\nWIDTH = 9", "/home/u/.timemory.json" to """{"WIDTH": 11}""")
        fun settings(vararg environment: Pair<String, String>) =
            SettingsLoader(mapOf("HOME" to "/home/u", *environment), emptyMap()) { files[it] }.load(SettingsBuilder()).settings
        assertEquals(listOf(5, 11), settings().run { listOf(precision, width) })
        assertEquals(3, settings("TIMEMORY_PRECISION" to "3").precision)
        assertEquals(-1, settings("TIMEMORY_SUPPRESS_CONFIG" to "yes").precision)
    }

    @Test
    fun settingsOfTheOutputCanBeChangedWhileItMeasures() {
        session {
            measure<FakeClock>("x") { pass(1) }
            Timemory.change {
                timingUnits = "msec"
                enabled = false
            }
            assertEquals("msec", Timemory.settings.timingUnits)
            assertFalse(Timemory.isEnabled)
            Timemory.change { enabled = true }
            val refused = assertFailsWith<IllegalArgumentException> {
                Timemory.change {
                    timingUnits = "sec"
                    flatProfile = true
                }
            }
            assertTrue("TIMEMORY_FLAT_PROFILE" in refused.message!!)
            assertEquals("msec", Timemory.settings.timingUnits)
        }
        assertFailsWith<IllegalStateException> { Timemory.change { timingUnits = "sec" } }
    }
}
