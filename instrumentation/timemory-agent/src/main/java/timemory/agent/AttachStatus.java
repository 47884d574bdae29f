package timemory.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The state of a measurement that was requested from outside: one line in a file, replaced as it proceeds. The program that is measured has
 * no other way to answer who attached the agent to it.
 *
 * @param state what became of it
 * @param text the reason, or where results are
 */
public record AttachStatus(State state, String text) {

    /** What became of a measurement. */
    public enum State {
        /** Nothing was answered: the agent could not begin. */
        UNKNOWN,
        /** It is not begun, and why not. */
        REFUSED,
        /** It is under way. */
        MEASURING,
        /** Its results were written, and where. */
        WRITTEN,
        /** It has ended without results, and why. */
        FAILED
    }

    /** Tells it in {@code file}; nothing where that is {@code null}. */
    static void write(@Nullable Path file, State state, String text) {
        if (file == null) return;
        try {
            Files.writeString(file, state + " " + text);
        } catch (IOException failure) {
            System.err.println("timemory: cannot write " + file + ": " + failure.getMessage());
        }
    }

    /** What a file with {@code text} tells, which the program may have written as it likes. */
    public static AttachStatus of(String text) {
        for (State state : State.values()) {
            if (text.startsWith(state + " ")) return new AttachStatus(state, text.substring(state.name().length() + 1));
        }
        return new AttachStatus(State.UNKNOWN, "");
    }
}
