package timemory.internal.lean

/* Functions like Kotlin's on lists, sets, maps and arrays, and on ranges of numbers; LeanText.kt explains why. */

/** Equivalent to [kotlin.collections.emptyList]. */
internal expect fun <T> emptyList(): List<T>

/** Equivalent to [kotlin.collections.emptySet]. */
internal expect fun <T> emptySet(): Set<T>

/** Equivalent to [kotlin.collections.emptyMap]. */
internal expect fun <K, V> emptyMap(): Map<K, V>

/** Equivalent to [kotlin.collections.listOf]. */
internal expect fun <T> listOf(element: T): List<T>

/** Equivalent to [kotlin.collections.asList]. */
internal expect fun <T> Array<out T>.asList(): List<T>

/** Equivalent to [kotlin.collections.copyInto]. */
internal expect fun ByteArray.copyInto(target: ByteArray, at: Int, from: Int, until: Int)

/** Equivalent to [kotlin.collections.sort]. */
internal expect fun MutableList<String>.sortNames()

/** Equivalent to [kotlin.collections.sortWith]. */
internal expect fun <T> MutableList<T>.sortWith(comparator: Comparator<in T>)

internal fun <T> listOf(): List<T> = emptyList()

internal fun <T> listOf(vararg elements: T): List<T> = elements.asList()

internal fun <T> arrayListOf(element: T): ArrayList<T> = ArrayList<T>().also { it.add(element) }

internal fun <T : Any> listOfNotNull(vararg elements: T?): List<T> {
    val list = ArrayList<T>(elements.size)
    for (element in elements) if (element != null) list.add(element)
    return list
}

internal fun <T> List<T>?.orEmpty(): List<T> = this ?: emptyList()

internal fun <T> setOf(vararg elements: T): Set<T> {
    val set = LinkedHashSet<T>()
    for (element in elements) set.add(element)
    return set
}

internal val <T> List<T>.lastIndex: Int get() = size - 1

internal val <T> Array<out T>.lastIndex: Int get() = size - 1

internal fun <T> List<T>.first(): T = if (isEmpty()) throw NoSuchElementException("List is empty.") else this[0]

internal fun <T> List<T>.last(): T = if (isEmpty()) throw NoSuchElementException("List is empty.") else this[size - 1]

internal fun <T> List<T>.firstOrNull(): T? = if (isEmpty()) null else this[0]

internal fun <T> List<T>.lastOrNull(): T? = if (isEmpty()) null else this[size - 1]

internal fun <T> List<T>.singleOrNull(): T? = if (size == 1) this[0] else null

internal fun <T> List<T>.getOrNull(index: Int): T? = if (index in 0 until size) this[index] else null

internal fun <T> Array<out T>.getOrNull(index: Int): T? = if (index in 0 until size) this[index] else null

internal operator fun <T> Array<out T>.contains(element: T): Boolean {
    for (own in this) if (own == element) return true
    return false
}

internal fun <T> MutableList<T>.removeLastOrNull(): T? = if (isEmpty()) null else removeAt(size - 1)

internal fun <T> List<T>.take(n: Int): List<T> {
    require(n >= 0) { "Requested element count $n is less than zero." }
    return ArrayList(subList(0, minOf(n, size)))
}

internal fun <T> List<T>.drop(n: Int): List<T> {
    require(n >= 0) { "Requested element count $n is less than zero." }
    return ArrayList(subList(minOf(n, size), size))
}

internal fun <T> Collection<T>.toList(): List<T> = when (size) {
    0 -> emptyList()
    1 -> listOf(iterator().next())
    else -> ArrayList(this)
}

internal fun <T> Iterable<T>.toList(): List<T> {
    val list = ArrayList<T>()
    for (element in this) list.add(element)
    return list
}

internal fun <T> Collection<T>.toMutableList(): MutableList<T> = ArrayList(this)

internal fun <T> Iterable<T>.toSet(): Set<T> {
    val set = LinkedHashSet<T>()
    for (element in this) set.add(element)
    return set
}

internal fun <T> Array<out T>.toSet(): Set<T> = asList().toSet()

internal fun <T> Iterable<T>.distinct(): List<T> = ArrayList(toSet())

internal operator fun <T> Collection<T>.plus(element: T): List<T> {
    val sum = ArrayList<T>(size + 1)
    sum.addAll(this)
    sum.add(element)
    return sum
}

internal operator fun <T> Collection<T>.plus(elements: Iterable<T>): List<T> {
    val sum = ArrayList<T>(this)
    for (element in elements) sum.add(element)
    return sum
}

internal operator fun <T> Collection<T>.plus(elements: Array<out T>): List<T> = plus(elements.asList())

internal operator fun <T> Collection<T>.plus(elements: Sequence<T>): List<T> {
    val sum = ArrayList<T>(this)
    for (element in elements) sum.add(element)
    return sum
}

internal operator fun <T> Set<T>.plus(element: T): Set<T> {
    val sum = LinkedHashSet(this)
    sum.add(element)
    return sum
}

internal operator fun <T> Set<T>.plus(elements: Iterable<T>): Set<T> {
    val sum = LinkedHashSet(this)
    for (element in elements) sum.add(element)
    return sum
}

internal operator fun <T> Iterable<T>.minus(element: T): List<T> {
    val rest = ArrayList<T>(sizeOr(10))
    var isFound = false
    for (own in this) if (!isFound && own == element) isFound = true else rest.add(own)
    return rest
}

internal operator fun <T> Iterable<T>.minus(elements: Iterable<T>): List<T> {
    val others: Collection<T> = if (elements is Collection<T>) elements else elements.toSet()
    val rest = ArrayList<T>(sizeOr(10))
    for (own in this) if (own !in others) rest.add(own)
    return rest
}

internal operator fun <T> Set<T>.minus(element: T): Set<T> {
    val rest = LinkedHashSet(this)
    rest.remove(element)
    return rest
}

internal operator fun <T> Set<T>.minus(elements: Iterable<T>): Set<T> {
    val rest = LinkedHashSet(this)
    for (element in elements) rest.remove(element)
    return rest
}

internal operator fun <K, V> Map<K, V>.plus(other: Map<K, V>): Map<K, V> {
    val sum = LinkedHashMap(this)
    sum.putAll(other)
    return sum
}

internal operator fun <K, V> Map<K, V>.plus(pair: Pair<K, V>): Map<K, V> {
    val sum = LinkedHashMap(this)
    sum.put(pair.first, pair.second)
    return sum
}

internal fun <K, V> Iterable<Pair<K, V>>.toMap(): Map<K, V> {
    val map = LinkedHashMap<K, V>()
    for (pair in this) map.put(pair.first, pair.second)
    return map
}

/** Equivalent to [kotlin.collections.getValue], for maps without a default. */
internal fun <K, V : Any> Map<K, V>.getValue(key: K): V = this[key] ?: throw NoSuchElementException("Key $key is missing in the map.")

internal inline fun <T, K, V> Iterable<T>.associate(transform: (T) -> Pair<K, V>): Map<K, V> {
    val map = LinkedHashMap<K, V>()
    for (element in this) {
        val pair = transform(element)
        map.put(pair.first, pair.second)
    }
    return map
}

internal inline fun <T, V> Iterable<T>.associateWith(valueOf: (T) -> V): Map<T, V> {
    val map = LinkedHashMap<T, V>()
    for (element in this) map.put(element, valueOf(element))
    return map
}

internal inline fun <T, K> Iterable<T>.associateBy(keyOf: (T) -> K): Map<K, T> {
    val map = LinkedHashMap<K, T>()
    for (element in this) map.put(keyOf(element), element)
    return map
}

internal inline fun <T, R> Iterable<T>.map(transform: (T) -> R): List<R> {
    val made = ArrayList<R>(sizeOr(10))
    for (element in this) made.add(transform(element))
    return made
}

internal inline fun <T, R> Iterable<T>.flatMap(transform: (T) -> Iterable<R>): List<R> {
    val made = ArrayList<R>()
    for (element in this) for (one in transform(element)) made.add(one)
    return made
}

internal fun <T> MutableCollection<T>.addAll(elements: Iterable<T>): Boolean {
    val before = size
    for (element in elements) add(element)
    return size != before
}

/** Sorts by [keyOf], which must not return null; the sort is stable. */
internal fun <T, K : Comparable<K>> Iterable<T>.sortedBy(keyOf: (T) -> K): List<T> {
    val sorted = ArrayList<T>(sizeOr(10))
    for (element in this) sorted.add(element)
    if (sorted.size > 1) sorted.sortWith(ByKey(keyOf))
    return sorted
}

internal inline fun <T, K : Comparable<K>> MutableList<T>.sortBy(crossinline keyOf: (T) -> K) {
    if (size > 1) sortWith(Comparator { a, b -> keyOf(a).compareTo(keyOf(b)) })
}

private class ByKey<T, K : Comparable<K>>(private val keyOf: (T) -> K) : Comparator<T> {
    override fun compare(a: T, b: T): Int = keyOf(a).compareTo(keyOf(b))
}

internal fun <T> Iterable<T>.joinToString(
    separator: String = ", ",
    prefix: String = "",
    postfix: String = "",
    transform: ((T) -> CharSequence)? = null,
): String {
    val text = StringBuilder(prefix)
    var isFirst = true
    for (element in this) {
        if (isFirst) isFirst = false else text.append(separator)
        if (transform == null) text.append(element.toString()) else text.append(transform(element))
    }
    return text.append(postfix).toString()
}

internal fun Iterable<*>.sizeOr(other: Int): Int = if (this is Collection<*>) size else other

internal fun Int.coerceIn(least: Int, most: Int): Int = if (this < least) least else if (this > most) most else this

internal fun Long.coerceIn(least: Long, most: Long): Long = if (this < least) least else if (this > most) most else this

internal fun Double.coerceIn(least: Double, most: Double): Double = if (this < least) least else if (this > most) most else this

internal fun Int.coerceAtLeast(least: Int): Int = if (this < least) least else this

internal fun Int.coerceAtMost(most: Int): Int = if (this > most) most else this

internal fun Long.coerceAtLeast(least: Long): Long = if (this < least) least else this

internal fun Long.coerceAtMost(most: Long): Long = if (this > most) most else this
