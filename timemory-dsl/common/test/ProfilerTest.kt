package timemory

import kotlin.test.Test
import kotlin.test.assertEquals

/** The paper's profiler of particle tracks. */
class ProfilerTest {
    private enum class Particle { ELECTRON, PHOTON }

    private class Track(val particle: Particle, val volume: String, val energy: Double)

    private val tracks = profiler<Track>("TRACK_TEST") {
        configure(FakeClock)
        query { it.particle == Particle.ELECTRON }
        labeler { it.volume }
        tweak { track -> if (track.energy < 100.0) insert(FakeGauge) }
    }

    @Test
    fun eachObjectIsMeasuredAsTheUserAsks() {
        val results = session {
            tracks.measure(Track(Particle.PHOTON, "lead", 1.0)) { pass(1) }
            tracks.measure(Track(Particle.ELECTRON, "lead", 200.0)) { pass(2) }
            assertEquals(3, tracks.measure(Track(Particle.ELECTRON, "water", 50.0)) { pass(4).let { 3 } })
            tracks.open(Track(Particle.ELECTRON, "lead", 300.0)).use { pass(8) }
        }
        assertEquals("lead 2 10 10\nwater 1 4 4", results.fakeGraph())
        assertEquals("water 1 8 8", results.graph("fake_gauge"))
    }

    @Test
    fun aTweakCanTakeAway() {
        val results = session {
            profiler<Int>("TRACK_TEST_2") {
                configure(FakeClock, FakeGauge)
                tweak { number -> if (number > 1) remove(FakeGauge) }
            }.apply { repeat(3) { measure(it) { pass(1) } } }
        }
        assertEquals("0 1 1 1\n1 1 1 1\n2 1 1 1", results.fakeGraph())
        assertEquals("0 1 2 2\n1 1 2 2", results.graph("fake_gauge"))
    }
}
