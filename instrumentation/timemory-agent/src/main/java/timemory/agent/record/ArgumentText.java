package timemory.agent.record;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call as shown in a label: numbers, booleans, characters, strings up to a maximum length, names of enum constants. For
 * any other object only the class is shown, because its {@code toString} is code of the program, unless the user allowed it for that class.
 *
 * <p>Arguments whose names suggest secrets, such as {@code password}, are hidden if the class file contains names; strings that look like
 * keys, tokens, or addresses with a password are hidden as well.
 *
 * <p>While a {@code toString} runs, nothing is measured on its thread: it may call measured functions, whose labels would do the same. An
 * exception that it throws is shown as the name of the exception.
 */
public final class ArgumentText {
    private static final int MAX_LENGTH = 32;
    private static final String HIDDEN = "(hidden)";
    private static final Pattern SECRET_NAME = Pattern.compile(
            "pass(w|phrase|code|$)|pwd|secret|token|credential|(api|access|private)_?key|auth(ori[sz]ation|$)|cookie|^(pin|otp|cvv|ssn)$",
            Pattern.CASE_INSENSITIVE);
    private static final List<String> SECRET_BEGINNINGS =
            List.of("AKIA", "ASIA", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xox", "sk-", "sk_live", "eyJ", "AIza", "-----BEGIN",
                    "Bearer ", "Basic ");
    private static final ThreadLocal<Boolean> BUSY = new ThreadLocal<>();

    /**
     * Whether any label may be created by the program's own code. Read without ordering: it is set before the first class that needs it is
     * woven.
     */
    private static boolean callsProgram;

    private final @Nullable Pattern allowed;
    private final boolean[] isSecret;

    /**
     * For one function.
     *
     * @param allowed classes whose {@code toString} may be called, {@code null} for none
     * @param names those of its parameters, {@code null} if unknown
     */
    public ArgumentText(@Nullable Pattern allowed, @Nullable String[] names) {
        this.allowed = allowed;
        if (allowed != null) callsProgram = true;
        isSecret = new boolean[names.length];
        for (int i = 0; i < names.length; i++) isSecret[i] = names[i] != null && SECRET_NAME.matcher(names[i]).find();
    }

    private ArgumentText(@Nullable Pattern allowed, boolean[] isSecret) {
        this.allowed = allowed;
        this.isSecret = isSecret;
        if (allowed != null) callsProgram = true;
    }

    /** For a function of a rewritten program, with the result of {@link #secrets}. */
    static ArgumentText of(@Nullable Pattern allowed, String secrets) {
        boolean[] isSecret = new boolean[secrets.length()];
        for (int i = 0; i < isSecret.length; i++) isSecret[i] = secrets.charAt(i) == '1';
        return new ArgumentText(allowed, isSecret);
    }

    /** For each parameter, 1 if its name suggests a secret, and 0 otherwise. */
    String secrets() {
        StringBuilder text = new StringBuilder();
        for (boolean secret : isSecret) text.append(secret ? '1' : '0');
        return text.toString();
    }

    /** Whether the calling thread is inside a {@code toString}. */
    static boolean isBusy() {
        return callsProgram && BUSY.get() != null;
    }

    String of(Object[] arguments) {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < arguments.length; i++) {
            if (i > 0) text.append(", ");
            if (i < isSecret.length && isSecret[i] && arguments[i] != null) text.append(HIDDEN);
            else append(text, arguments[i]);
        }
        return text.append(')').toString();
    }

    private void append(StringBuilder text, @Nullable Object argument) {
        if (argument == null || argument instanceof Number && argument.getClass().getName().startsWith("java.lang.")
                || argument instanceof Boolean) {
            text.append(argument);
        } else if (argument instanceof Character character) {
            text.append('\'').append(printable(character)).append('\'');
        } else if (argument instanceof String string) {
            if (looksSecret(string)) text.append(HIDDEN);
            else text.append('"').append(shortened(string)).append('"');
        } else if (argument instanceof Enum<?> constant) {
            text.append(constant.name());
        } else if (allowed != null && allowed.matcher(argument.getClass().getName()).find()) {
            text.append(shownByItself(argument));
        } else {
            text.append(argument.getClass().getSimpleName());
        }
    }

    private static String shownByItself(Object argument) {
        BUSY.set(Boolean.TRUE);
        try {
            String text = String.valueOf(argument.toString());
            return looksSecret(text) ? HIDDEN : shortened(text);
        } catch (Throwable failure) {
            return argument.getClass().getSimpleName() + " (toString: " + failure.getClass().getSimpleName() + ')';
        } finally {
            BUSY.remove();
        }
    }

    private static boolean looksSecret(String text) {
        for (String beginning : SECRET_BEGINNINGS) if (text.startsWith(beginning)) return true;
        int address = text.indexOf("://");
        if (address < 0) return false;
        int end = text.indexOf('/', address + 3);
        int at = text.indexOf('@', address + 3);
        return at >= 0 && (end < 0 || at < end);
    }

    private static String shortened(String string) {
        StringBuilder text = new StringBuilder();
        int length = Math.min(string.length(), MAX_LENGTH);
        if (length < string.length() && Character.isHighSurrogate(string.charAt(length - 1))) length--;
        for (int i = 0; i < length; i++) text.append(printable(string.charAt(i)));
        return length < string.length() ? text + "..." : text.toString();
    }

    private static char printable(char character) {
        return Character.isISOControl(character) ? ' ' : character;
    }
}
