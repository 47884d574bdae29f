package timemory.internal.text

/** Returns [label] with each run of decimal digits replaced by `{}`: `request {}` for `request 17`; [label] itself if it has none. */
internal fun foldDigits(label: String): String {
    var at = firstDigit(label)
    if (at == label.length) return label
    val folded = StringBuilder(label.length + 2)
    var copied = 0
    while (at < label.length) {
        folded.append(label, copied, at).append("{}")
        while (at < label.length && label[at] in '0'..'9') at++
        copied = at
        while (at < label.length && label[at] !in '0'..'9') at++
    }
    return folded.append(label, copied, label.length).toString()
}

private fun firstDigit(label: String): Int {
    for (i in label.indices) if (label[i] in '0'..'9') return i
    return label.length
}
