package timemory.sampling

import timemory.internal.problems.activeProblems
import timemory.settings.Settings

/** Nothing samples stacks natively. */
internal actual object Sampling {
    actual fun unavailable(kind: SampleKind): String? = REASON

    actual fun begins(settings: Settings) {
        if (settings.sampling != "none") activeProblems().report("samples.start") { "no samples are taken: $REASON" }
    }

    actual fun wanted(kind: SampleKind) {}
}

private const val REASON = "stacks are sampled on the JVM only"
