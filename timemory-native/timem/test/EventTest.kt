package timemory.timem

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

class EventTest {
    @Test
    fun numbersAreThoseOfTheKernelsHeader() {
        fun key(name: String) = Event.named(name)!!.let { it.type to it.config }
        assertEquals(0 to 1L, key("instructions"))
        assertEquals(1 to 3L, key("context-switches"))
        assertEquals(3 to (2L or (0L shl 8) or (1L shl 16)), key("LLC-load-misses"))
        assertEquals(3 to (3L or (1L shl 8)), key("dTLB-stores"))
        assertEquals(4 to 0x1c2L, key("r01c2"))
        assertEquals(key("cycles"), key("PAPI_TOT_CYC"))
    }

    @Test
    fun everyNameThatIsOfferedIsKnown() {
        assertTrue(Event.names.size > 40)
        Event.names.forEach { assertNotNull(Event.named(it), it) }
    }

    @Test
    fun theKernelCanBeLeftOut() {
        assertTrue(Event.named("cycles:u")!!.userOnly)
        assertNull(Event.named("cycles:x"))
        assertNull(Event.named("rxyz"))
        assertNull(Event.named("r"))
    }
}
