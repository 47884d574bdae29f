package timemory.settings

/**
 * Why a setting that timemory for C++ has is not here, `null` for names that it does not have either: whoever sets one should learn that it
 * does nothing, and need not wonder whether it is only mistyped.
 */
internal fun whyNotOffered(name: String): String? = notOffered().firstOrNull { name in it.names }?.reason

/** Each of these settings with the reason, for listings. */
internal fun settingsNotOffered(): List<Pair<String, String>> =
    notOffered().flatMap { group -> group.names.map { it to group.reason } }.sortedBy { it.first }

private fun notOffered() = Catalogue.providers.flatMap { it.notOffered }

/** Settings with one reason, their [names] separated by spaces. */
internal class NotOffered(names: String, val reason: String) {
    val names: Set<String> = names.split(' ').toSet()
}
