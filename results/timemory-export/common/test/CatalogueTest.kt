package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.export.ExportFormats
import timemory.export.ExportProvider
import timemory.export.catalogue

class CatalogueTest {
    @Test
    fun theBundlesOfTimemoryAreListed() {
        val listed = Timemory.catalogue()
        for (name in listOf("global", "list", "tuple", "trace", "profiler")) assertTrue("\"user_${name}_bundle\"" in listed, name)
    }

    @Test
    fun settingsKnowEachFormatByItsName() = assertEquals(ExportFormats.all.map { it.id }, ExportProvider().ids)
}
