package programs.gotcha

enum class Colour { RED, GREEN }

fun cloned(array: Array<String>): Array<String> = if (Colour.entries.size + Colour.values().size == 4) array.clone() else array
