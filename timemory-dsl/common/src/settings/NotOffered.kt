package timemory.settings

/**
 * Why a setting that timemory for C++ has is not here, `null` for names that it does not have either: a user who sets one should learn that
 * it has no effect here, instead of suspecting a typo.
 */
internal fun whyNotOffered(name: String): String? = notOffered().firstOrNull { name in it.names }?.reason

/** The groups of settings that modules know of. */
internal fun notOffered(): List<NotOffered> = Catalogue.providers.flatMap { it.notOffered }

/** Settings with one reason, their [names] separated by spaces. */
internal class NotOffered(names: String, val reason: String) {
    val names: Set<String> = names.split(' ').toSet()
}
