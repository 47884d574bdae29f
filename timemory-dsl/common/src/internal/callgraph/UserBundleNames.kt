package timemory.internal.callgraph

/*
 * User bundles in lists of components: `user_trace_bundle`, or `trace_bundle`, stands for the components that the bundle TRACE has at that
 * moment.
 */

/** The user bundles that timemory has and lists show, with what they are for. */
internal val LISTED_USER_BUNDLES: Map<String, String> = linkedMapOf(
    ConfiguredBundles.GLOBAL to "The components chosen for all bundles",
    "TRACE" to "The components chosen for what instruments functions by itself",
    "PROFILER" to "The components chosen for the profilers of functions",
    "TUPLE" to "The components chosen for bundles that are fixed when the program is built",
    "LIST" to "The components chosen for bundles that are put together when the program runs",
)

/** How lists of components name the user bundle [label]. */
internal fun userBundleId(label: String): String = "user_${label.lowercase()}_bundle"

/** The other name of it: as above, without `user_`. */
internal fun userBundleAlias(label: String): String = "${label.lowercase()}_bundle"

/** The label of the user bundle that [name] stands for: one that lists show, or one that the program has; `null` for other names. */
internal fun userBundleLabel(name: String): String? {
    val plain = name.lowercase().removePrefix("timemory_")
    if (!plain.endsWith("_bundle")) return null
    val label = plain.removePrefix("user_").removeSuffix("_bundle").uppercase()
    return label.takeIf { it in LISTED_USER_BUNDLES || it in ConfiguredBundles.labels }
}
