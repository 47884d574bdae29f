package timemory.internal.callgraph

/*
 * User bundles in lists of components: `user_trace_bundle`, or `trace_bundle`, stands for the current components of the bundle TRACE.
 */

/** The user bundles that timemory has and lists show, with their purpose. */
internal val LISTED_USER_BUNDLES: Map<String, String> = linkedMapOf(
    ConfiguredBundles.GLOBAL to "Components for all user bundles",
    "TRACE" to "Components for instrumented functions",
    "PROFILER" to "Components for function profilers",
    "TUPLE" to "Components for bundles fixed at compile time",
    "LIST" to "Components for bundles composed at run time",
)

/** The name of the user bundle [label] in lists of components. */
internal fun userBundleId(label: String): String = "user_${label.lowercase()}_bundle"

/** Its other name: the same without `user_`. */
internal fun userBundleAlias(label: String): String = "${label.lowercase()}_bundle"

/** Returns the label of the user bundle that [name] refers to: one shown in lists, or one of the program; `null` for other names. */
internal fun userBundleLabel(name: String): String? {
    val plain = name.lowercase().removePrefix("timemory_")
    if (!plain.endsWith("_bundle")) return null
    val label = plain.removePrefix("user_").removeSuffix("_bundle").uppercase()
    return label.takeIf { it in LISTED_USER_BUNDLES || it in ConfiguredBundles.labels }
}
