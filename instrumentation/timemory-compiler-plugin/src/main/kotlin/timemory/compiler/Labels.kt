package timemory.compiler

/** The labels of functions: class and name, and other requested parts. */
internal class Labels(private val options: Options, selected: List<FoundFunction>) {
    private val namesakes = selected.groupingBy { it.owner to it.name }.eachCount()

    fun of(function: FoundFunction): String {
        function.mark?.label?.let { if (it.isNotEmpty()) return it }
        val isAlone = namesakes.getValue(function.owner to function.name) == 1
        val parameters = if (isAlone) "" else function.shortParameters
        return "${function.owner}.${function.name}$parameters${placeOf(function)}"
    }

    private fun placeOf(function: FoundFunction): String {
        val file = if (Options.LabelPart.FILE in options.label) function.file.fileEntry.name.substringAfterLast('/') else ""
        val line = if (Options.LabelPart.LINE in options.label) function.line else 0
        return when {
            file.isEmpty() && line <= 0 -> ""
            line <= 0 -> " [$file]"
            file.isEmpty() -> " [$line]"
            else -> " [$file:$line]"
        }
    }
}
