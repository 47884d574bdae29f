package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import timemory.counters.papiEvents
import timemory.export.catalogue

class CatalogueOfCountersTest {
    @Test
    fun componentsThatHaveNoEventsAreListed() {
        session({ papiEvents = "" }) { assertContains(Timemory.catalogue(), "\"papi_vector\"") }
        session { }
    }
}
