package readme.chosen

import timemory.*

private enum class Particle { Electron }

private val Electron = Particle.Electron

private val Int.keV: Double get() = this * 1e3

private class Track(val type: Particle, val volume: String, val energy: Double)

private fun load() {}

private fun step() {}

private fun importAll() {}

private fun process(track: Track) = track.energy

internal fun choose() {
    val track = Track(Electron, "calorimeter", 1.0)

    measure("load") { load() }                            // TIMEMORY_COMPONENTS="wall_clock,peak_rss", a wall clock without

    val solver = userBundle("SOLVER")                     // TIMEMORY_SOLVER_COMPONENTS, otherwise TIMEMORY_GLOBAL_COMPONENTS
    solver.measure("step") { step() }

    Timemory.withComponents("cpu_util,read_bytes") {      // on this thread, for a while
        measure("import") { importAll() }
    }

    val tracks = profiler<Track>("TRACK") {               // which objects, under which name, with what
        configure(WallClock, ThreadCpuClock)
        query { it.type == Electron }
        labeler { it.volume }
        tweak { track -> if (track.energy < 100.keV) insert(PeakRss) }
    }
    tracks.measure(track) { process(track) }
}
