package timemory.instrument

import kotlin.concurrent.Volatile
import timemory.NamedComponents
import timemory.WallClock
import timemory.bundle.Bundle
import timemory.bundleOf
import timemory.internal.callgraph.MAX_COMPONENTS
import timemory.internal.problems.activeProblems
import timemory.internal.text.wordsOf
import timemory.measuredInstead
import timemory.userBundle

/**
 * The bundles that functions name. There are few of them, and each is requested with the same strings again and again: constants of the
 * compiled code.
 *
 * ### Thread-safety
 * May be used by any number of threads. Two threads that request a bundle first may create it twice; one of the two equal ones is kept.
 */
internal class BundlesByText(private val make: (String) -> Bundle) {
    private class Entry(val text: String, val bundle: Bundle)

    @Volatile
    private var known: Array<Entry> = emptyArray()

    fun of(text: String): Bundle {
        val known = known
        for (i in known.indices) if (known[i].text === text) return known[i].bundle
        return find(text)
    }

    /** Another string may have the same characters, in another library. */
    private fun find(text: String): Bundle {
        val known = known
        val bundle = known.firstOrNull { it.text == text }?.bundle ?: make(text)
        if (known.size < MAX_TEXTS) this.known = known + Entry(text, bundle)
        return bundle
    }

    private companion object {
        const val MAX_TEXTS = 1_000
    }
}

internal val withIds = BundlesByText(::bundleOfIds)

internal val userBundles = BundlesByText(::bundleLabelled)

/** Errors are reported, and do not keep the function from being measured. */
private fun bundleOfIds(components: String): Bundle {
    val named = NamedComponents.of(wordsOf(components))
    if (named.isNone) return bundleOf(components)
    val types = named.types.distinct().take(MAX_COMPONENTS).ifEmpty { listOf(WallClock) }
    named.mistake?.let { mistake ->
        activeProblems().report("components '$components'") {
            "@Measured names components '$components': $mistake; ${measuredInstead(types)}"
        }
    }
    return bundleOf(types)
}

private fun bundleLabelled(label: String): Bundle = try {
    userBundle(label)
} catch (failure: IllegalArgumentException) {
    activeProblems().report("bundle '$label'") {
        "@Measured names the bundle '$label': ${failure.message}; ${measuredInstead(listOf(WallClock))}"
    }
    bundleOf(listOf(WallClock))
}
