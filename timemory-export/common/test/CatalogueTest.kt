package timemory

import kotlin.test.Test
import kotlin.test.assertTrue
import timemory.export.catalogue

class CatalogueTest {
    @Test
    fun theBundlesOfTimemoryAreListed() {
        val listed = Timemory.catalogue()
        for (name in listOf("global", "list", "tuple", "trace", "profiler")) assertTrue("\"user_${name}_bundle\"" in listed, name)
    }
}
