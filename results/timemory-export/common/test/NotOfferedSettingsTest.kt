package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import timemory.settings.SettingsBuilder
import timemory.settings.SettingsLoader

/** A setting of timemory for C++ that is missing here gives a warning with the reason. */
class NotOfferedSettingsTest {
    private fun warningOf(variable: String) =
        SettingsLoader(mapOf(variable to "true"), emptyMap()) { null }.load(SettingsBuilder(), emptyList()).warnings.single()

    @Test
    fun theReasonIsGivenForAVariableOfTheEnvironment() {
        assertEquals(
            "environment: TIMEMORY_INPUT_PATH is a setting of timemory for C++ that is not supported here: programs do not read results " +
                "of earlier runs: `timemory diff` compares two runs",
            warningOf("TIMEMORY_INPUT_PATH"),
        )
        assertContains(warningOf("TIMEMORY_CPU_AFFINITY"), "not supported here: start the program with taskset")
    }

    @Test
    fun theReasonIsGivenWhereOneIsAssigned() {
        val refused = assertFailsWith<IllegalArgumentException> { SettingsBuilder().set("TIMEMORY_CPU_AFFINITY", "1") }
        assertContains(refused.message!!, "not supported here: start the program with taskset")
    }
}
