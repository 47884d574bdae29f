package timemory.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The state of a measurement that was requested from outside: one line in a file, replaced as it proceeds. The measured program has no
 * other way to respond to the process that attached the agent.
 *
 * @param state the state
 * @param text the reason, or the location of the results
 */
public record AttachStatus(State state, String text) {

    /** The state of a measurement. */
    public enum State {
        /** No response: the agent could not start. */
        UNKNOWN,
        /** It was not started; gives the reason. */
        REFUSED,
        /** It is running. */
        MEASURING,
        /** Its results were written; gives the location. */
        WRITTEN,
        /** It has ended without results; gives the reason. */
        FAILED
    }

    /** Writes it to {@code file}; does nothing if that is {@code null}. */
    static void write(@Nullable Path file, State state, String text) {
        if (file == null) return;
        try {
            Files.writeString(file, state + " " + text);
        } catch (IOException failure) {
            System.err.println("timemory: cannot write " + file + ": " + failure.getMessage());
        }
    }

    /** Parses the {@code text} of a file, which is untrusted because the program may have written it. */
    public static AttachStatus of(String text) {
        for (State state : State.values()) {
            if (text.startsWith(state + " ")) return new AttachStatus(state, text.substring(state.name().length() + 1));
        }
        return new AttachStatus(State.UNKNOWN, "");
    }
}
