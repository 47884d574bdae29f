package timemory.agent.record;

import java.util.Formatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers of things, in words. */
public final class Plurals {
    private static final @Nullable Locale NONE = null;

    private Plurals() {}

    /** {@code 1 class}, {@code 2,712 classes}. */
    public static String of(int count, String one, String many) {
        return text("%,d %s", count, count == 1 ? one : many);
    }

    /**
     * Like {@link String#format}, with English number formats, as the text is English. For other locales Java would load its language data:
     * a hundred classes, when a program ends.
     */
    public static String text(String format, Object... arguments) {
        return new Formatter(NONE).format(format, arguments).toString();
    }
}
