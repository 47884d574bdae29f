package timemory

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import timemory.internal.source.Energy
import timemory.internal.source.Source

/** Energy counters as the kernel shows them, in a folder of the test: no machine that runs the tests has real ones. */
class EnergyTest {
    private val folder = shell("mktemp -d").trim()

    @AfterTest
    fun remove() {
        shell("rm -rf '$folder'")
    }

    private fun zone(name: String, energy: Long, range: Long = 262_143_328_850) {
        shell("mkdir -p '$folder/$name'; echo $energy > '$folder/$name/energy_uj'; echo $range > '$folder/$name/max_energy_range_uj'")
    }

    private fun Source.now(): Long = LongArray(1).also(::read)[0]

    @Test
    fun packagesAreAddedUpAndTheirPartsAreNotCountedTwice() {
        zone("intel-rapl:0", 1_000_000)
        zone("intel-rapl:0:0", 400_000)
        zone("intel-rapl:1", 5_000_000)
        val energy = Energy(folder)
        val before = energy.now()
        zone("intel-rapl:0", 1_000_700)
        zone("intel-rapl:0:0", 400_600)
        zone("intel-rapl:1", 5_000_020)
        assertEquals(720, energy.now() - before)
    }

    @Test
    fun aCounterThatBeginsAnewGoesOn() {
        zone("intel-rapl:0", 999_900, range = 1_000_000)
        val energy = Energy(folder)
        val before = energy.now()
        zone("intel-rapl:0", 50, range = 1_000_000)
        assertEquals(150, energy.now() - before)
        zone("intel-rapl:0", 60, range = 1_000_000)
        assertEquals(160, energy.now() - before)
    }

    @Test
    fun withoutZonesItIsUnavailable() {
        assertContains(assertNotNull(Energy(folder).unavailableReason(0)), "no zone intel-rapl:0")
    }

    @Test
    fun aCounterHiddenByPermissionsIsUnavailableWithItsName() {
        zone("intel-rapl:0", 1)
        shell("rm $folder/intel-rapl:0/energy_uj")
        assertContains(assertNotNull(Energy(folder).unavailableReason(0)), "$folder/intel-rapl:0/energy_uj")
    }
}
