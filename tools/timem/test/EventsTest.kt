package timemory.timem

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class EventsTest {
    @Test
    fun someOfPapisNamesStandForEventsOfTheKernel() {
        fun key(name: String) = eventNamed(name).let { it.type to it.config }
        assertEquals(key("cycles"), key("PAPI_TOT_CYC"))
        assertEquals(key("branch-misses"), key("PAPI_BR_MSP"))
        val user = eventNamed("PAPI_TOT_INS:u")
        assertEquals("PAPI_TOT_INS:u", user.name)
        assertTrue(user.excludesKernel && !user.excludesUser)
    }

    @Test
    fun otherNamesAreRefused() {
        for (name in listOf("cycles:x", "rxyz", "r", "PAPI_L9_TCM")) assertFailsWith<IllegalArgumentException>(name) { eventNamed(name) }
    }
}
