package timemory

/**
 * Keeps secrets out of what is written: environment variables and arguments whose names say that they hold one, and values that look like
 * one whatever their name, such as keys, tokens, and addresses with a password in them. Better one value too many is hidden than one too few.
 */
internal object Secrets {
    const val HIDDEN: String = "(hidden)"

    private val names = listOf(
        "pass", "pwd", "secret", "token", "key", "credential", "auth", "cookie", "session", "private", "cert", "signature", "salt", "login", "dsn",
        "connection", "jdbc", "webhook", "license", "pin", "otp", "seed", "phrase",
    )

    /** Names that contain one of the above and are harmless all the same. */
    private val harmless = setOf("PWD", "OLDPWD", "XDG_SESSION_ID", "XDG_SESSION_TYPE", "XDG_SESSION_CLASS", "DESKTOP_SESSION", "SHELL_SESSION_ID")

    /** What keys and tokens of well-known services begin with. */
    private val beginnings = listOf(
        "AKIA", "ASIA", "ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "xox", "sk-", "sk_live", "rk_live", "eyJ", "AIza", "ya29.", "npm_", "pypi-",
        "hf_", "-----BEGIN", "Bearer ", "Basic ", "SG.", "shpat_", "dop_v1_",
    )

    /** The value of the variable [name] as it can be shown. */
    fun shown(name: String, value: String): String = if (isSecretName(name) || looksSecret(value)) HIDDEN else value

    /** The arguments of a command line as they can be shown. */
    fun shown(arguments: List<String>): List<String> {
        val shown = ArrayList<String>()
        var isNextSecret = false
        for (argument in arguments) {
            val equals = argument.indexOf('=')
            val name = if (equals < 0) argument else argument.substring(0, equals)
            shown += when {
                isNextSecret && !argument.startsWith("-") -> HIDDEN
                equals >= 0 && (isSecretName(name) || looksSecret(argument.substring(equals + 1))) -> "$name=$HIDDEN"
                looksSecret(argument) -> HIDDEN
                else -> argument
            }
            isNextSecret = equals < 0 && argument.startsWith("-") && isSecretName(name)
        }
        return shown
    }

    private fun isSecretName(name: String): Boolean = name !in harmless && name.lowercase().let { lower -> names.any { it in lower } }

    private fun looksSecret(value: String): Boolean = beginnings.any { value.startsWith(it) } || hasPasswordInAddress(value) || isRandom(value)

    /** `scheme://user:password@host`. */
    private fun hasPasswordInAddress(value: String): Boolean {
        val start = value.indexOf("://")
        if (start < 0) return false
        val authority = value.substring(start + 3).substringBefore('/')
        return '@' in authority
    }

    /** Long, of one piece, and made of letters and digits that follow each other in no order, as no word and no path is. */
    private fun isRandom(value: String): Boolean {
        if (value.length < 20 || value.any { it in " /\\:,;." } || value.none { it.isDigit() } || value.none { it.isLetter() }) return false
        var changes = 0
        for (i in 1 until value.length) if (kindOf(value[i]) != kindOf(value[i - 1])) changes++
        return changes * 4 >= value.length
    }

    private fun kindOf(c: Char): Int = if (c.isDigit()) 0 else if (c.isUpperCase()) 1 else if (c.isLowerCase()) 2 else 3
}
