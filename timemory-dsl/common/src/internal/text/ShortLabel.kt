package timemory.internal.text

import timemory.internal.lean.*

/**
 * Returns [label] in at most [columns] columns. The name of a function loses its parameters first, then its package or namespace, and then
 * its start: `Insert.addRow` for `org.h2.command.dml.Insert.addRow(SessionLocal)`. Other texts lose their middle.
 */
internal fun shortenLabel(label: String, columns: Int): String {
    if (displayWidth(label) <= columns) return label
    val forms = shorterForms(label)
    for (form in forms) if (displayWidth(form) <= columns) return form
    return if (forms.isEmpty()) shortenTo(label, columns) else endOf(forms.last(), columns)
}

/** Returns the name of the function that [label] is without its parameters, and without its package as well; nothing for other texts. */
internal fun shorterForms(label: String): List<String> {
    // Functions that samples found have a mark before their name.
    val mark = if (label.startsWith('~')) "~" else ""
    val name = functionIn(label.substring(mark.length)) ?: return emptyList()
    return listOf(mark + name, mark + withoutPackage(name))
}

/** Returns the name of the function that [label] is, without its parameters and its place in the source; `null` for other texts. */
private fun functionIn(label: String): String? {
    var isQualified = false
    var end = 0
    while (end < label.length && label[end] != '(' && label[end] != '@') {
        val c = label[end]
        if (c == '.' || c == ':') isQualified = true else if (!c.isLetterOrDigit() && c !in OF_NAMES) return null
        end++
    }
    return if (end > 0 && (isQualified || end < label.length)) label.substring(0, end) else null
}

/** [name] from its class on: from the first part with a capital letter, or else of the last two parts. */
private fun withoutPackage(name: String): String {
    val starts = partsOf(name)
    for (i in starts.indices) if (i >= starts.size - 2 || name[starts[i]].isUpperCase()) return name.substring(starts[i])
    return name
}

/** Where the parts of [name] start, which dots or double colons separate. Those between angle brackets belong to one part. */
private fun partsOf(name: String): List<Int> {
    val starts = arrayListOf(0)
    var depth = 0
    for (i in 1 until name.length) {
        val before = name[i - 1]
        if (before == '<') depth++ else if (before == '>' && depth > 0) depth--
        val isSeparated = before == '.' || before == ':' && i > 1 && name[i - 2] == ':'
        if (isSeparated && depth == 0) starts.add(i)
    }
    return starts
}

private fun endOf(text: String, columns: Int): String {
    var end = text.takeLast(columns - 1)
    while (displayWidth(end) > columns - 1) end = end.drop(1)
    if (end.firstOrNull()?.isLowSurrogate() == true) end = end.drop(1)
    return "…$end"
}

/** The characters other than letters and digits that function names contain in Java, Kotlin, C++ and Python. */
private const val OF_NAMES = "_$<>~,*&[]-"
