package timemory.internal.callgraph

/*
 * User bundles in lists of components: `user_trace_bundle`, or `trace_bundle`, stands for the components that the bundle TRACE has at that
 * moment.
 */

/** The user bundles that timemory has and lists show, with what they are for. */
internal val LISTED_USER_BUNDLES: Map<String, String> = linkedMapOf(
    ConfiguredBundles.GLOBAL to "Components for all user bundles",
    "TRACE" to "Components for instrumented functions",
    "PROFILER" to "Components for function profilers",
    "TUPLE" to "Components for bundles fixed at compile time",
    "LIST" to "Components for bundles composed at run time",
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
