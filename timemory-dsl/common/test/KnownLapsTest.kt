package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.internal.callgraph.resultsSoFar
import timemory.output.knownLaps

/** The contents of `unfinished-<process>.txt` if results cannot be written. */
class KnownLapsTest {
    @Test
    fun openRegionsStandThereAndTheLapsOfEachLabelWhereverItIs() {
        var known = ""
        session {
            measure<FakeClock>("outer") {
                measure<FakeClock>("inner") { measure<FakeClock>("inner") { } }
                measure<FakeClock>("open\n") { known = knownLaps(resultsSoFar()!!) }
            }
        }
        assertEquals("open: outer > open\\n\nouter: laps 1\ninner: laps 2\nopen\\n: laps 1\n", known)
    }

    @Test
    fun onlySoManyNamesAreNamed() {
        var known = ""
        session {
            repeat(10_002) { measure<FakeClock>("label $it") { } }
            known = knownLaps(resultsSoFar()!!)
        }
        assertEquals("further names: laps 2", known.trimEnd().lines().last())
    }
}
