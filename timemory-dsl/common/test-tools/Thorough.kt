package timemory

import timemory.internal.platform.environmentVariables
import timemory.internal.platform.targetName

private val isThorough = environmentVariables()["THOROUGH"] == "true"

/** How many repetitions a test does: [count], or [thorough] if the build has time for it (`mvn verify -Pthorough`). */
internal fun repeats(count: Int, thorough: Int): Int = if (isThorough) thorough else count

/** Like [repeats], with fewer repetitions, [native], where debug code of Kotlin/Native takes many times as long as the JVM. */
internal fun repeats(count: Int, native: Int, thorough: Int): Int = repeats(if (targetName == "native") native else count, thorough)
