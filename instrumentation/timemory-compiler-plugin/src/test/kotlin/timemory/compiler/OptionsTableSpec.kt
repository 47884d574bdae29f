package timemory.compiler

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import kotlin.io.path.Path
import kotlin.io.path.readText
import kotlin.io.path.writeText

/** The table of options in the documentation is that of the code; `-Ddocs.update` in the tests of this module writes it again. */
class OptionsTableSpec : FunSpec({
    val page = Path("../../docs/compiler-plugin.md")
    val begin = "<!-- compiler-plugin-options -->\n\n"
    val end = "\n<!-- /compiler-plugin-options -->\n"

    fun table() = buildString {
        append("| option | value | default | description |\n|---|---|---|---|\n")
        for (option in NAMED_OPTIONS) {
            val mark = if (option.isRepeatable) " *" else ""
            append("| `${option.name}`$mark | `${option.value.replace("|", "\\|")}` | ${option.default} | ${option.description} |\n")
        }
    }

    test("docs/compiler-plugin.md lists every option with its default and description") {
        val text = page.readText()
        val before = text.substringBefore(begin) + begin
        val after = end + text.substringAfter(end)
        if (System.getProperty("docs.update") != null) page.writeText(before + table() + after)
        text shouldBe before + table() + after
    }
})
