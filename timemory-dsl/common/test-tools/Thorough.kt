package timemory

import timemory.internal.platform.environmentVariables

private val isThorough = environmentVariables()["THOROUGH"] == "true"

/** How much of the same a test does: [count], and [thorough] where the build has time for it (`mvn verify -Pthorough`). */
internal fun repeats(count: Int, thorough: Int): Int = if (isThorough) thorough else count
