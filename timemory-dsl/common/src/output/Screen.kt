package timemory.output

import timemory.internal.platform.environmentVariables
import timemory.internal.platform.terminalColumns

/**
 * What tables are shown on.
 *
 * @property columns how wide it is; without a limit for a file
 * @property hasColours whether what matters may be emphasised
 */
public class Screen(public val columns: Int, public val hasColours: Boolean) {
    internal val isUnbounded: Boolean get() = columns == Int.MAX_VALUE

    internal fun emphasised(text: String): String = styled(text, "1")

    internal fun warning(text: String): String = styled(text, "31")

    private fun styled(text: String, code: String): String = if (hasColours) "\u001B[${code}m$text\u001B[0m" else text

    public companion object {
        /** A file, or a pipe to another program. */
        @kotlin.jvm.JvmField
        public val FILE: Screen = Screen(Int.MAX_VALUE, hasColours = false)

        /** What the standard output stream leads to. Colours only on a terminal, and not where `NO_COLOR` is set. */
        @kotlin.jvm.JvmStatic
        public fun ofOutput(): Screen {
            val columns = terminalColumns() ?: return FILE
            val environment = environmentVariables()
            return Screen(columns, environment["NO_COLOR"].isNullOrEmpty() && environment["TERM"] != "dumb")
        }
    }
}
