package timemory.roofline

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

class GpuErtOptionsTest {
    @Test
    fun optionsAreThoseOfTheSettings() {
        val settings = SettingsBuilder().apply {
            ertNumThreadsGpu = 2
            ertNumStreams = 4
            ertGridSize = 264
            ertBlockSize = 256
            ertMinWorkingSizeGpu = 1_000_000
            ertMaxDataSizeGpu = 2_000_000
            ertAlignment = 128
            ertSkipOps = "4,16"
        }
        val options = GpuErtOptions.of(Settings.load(settings))
        assertEquals(
            listOf(2, 4, 264, 256, 128),
            listOf(options.threads, options.streams, options.blocks, options.threadsOfBlock, options.alignment),
        )
        assertEquals(listOf(1_000_000L, 2_000_000L), listOf(options.minWorkingSet, options.maxData))
        assertEquals(setOf(4, 16), options.skippedOperations)
    }

    @Test
    fun timemorysDefaultsAreTheDefaults() {
        val options = GpuErtOptions.of(Settings.load(SettingsBuilder()))
        assertEquals(listOf(1, 1, 0, 1024), listOf(options.threads, options.streams, options.blocks, options.threadsOfBlock))
        assertEquals(listOf(10_000_000L, 500_000_000L), listOf(options.minWorkingSet, options.maxData))
    }

    @Test
    fun aWrongOptionNamesItselfAndItsRange() {
        assertEquals("streams: 65, must be 1 to 64", assertFailsWith<IllegalArgumentException> { GpuErtOptions { streams = 65 } }.message)
        assertContains(
            assertFailsWith<IllegalArgumentException> { GpuErtOptions { maxData = 1 } }.message!!,
            "maximum data: 1 bytes, must be at least the minimum working set, 10000000",
        )
        assertContains(
            assertFailsWith<IllegalArgumentException> { SettingsBuilder().ertBlockSize = 2048 }.message!!,
            "ertBlockSize is '2048'",
        )
    }
}
