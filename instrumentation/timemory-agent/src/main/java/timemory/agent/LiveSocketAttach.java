package timemory.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Implements {@code timemory attach} for a program that already measures: its own timemory opens or closes its socket. It measures nothing,
 * and nothing of the agent remains except this class and {@link Main}.
 *
 * <p>The file named in the options receives {@code ok} or {@code error}, and a message.
 */
final class LiveSocketAttach {
    /** Loaded once a program measures something. */
    private static final String CORE = "timemory.internal.callgraph.Session";
    private static final String LIVE = "timemory.live.Live";

    private LiveSocketAttach() {}

    static boolean isAsked(String arguments) {
        return arguments.startsWith(Agent.OPEN_LIVE) || arguments.startsWith(Agent.CLOSE_LIVE);
    }

    static void answer(String arguments, Instrumentation instrumentation) throws IOException {
        boolean opens = arguments.startsWith(Agent.OPEN_LIVE);
        Path file = Path.of(arguments.substring((opens ? Agent.OPEN_LIVE : Agent.CLOSE_LIVE).length()));
        Files.writeString(file, answer(opens, copiesIn(instrumentation)));
    }

    /** The loaders of the copies of timemory that the program has used: several if one server runs several programs. */
    private static Set<ClassLoader> copiesIn(Instrumentation instrumentation) {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) if (type.getName().equals(CORE)) loaders.add(type.getClassLoader());
        return loaders;
    }

    private static String answer(boolean opens, Set<ClassLoader> copies) {
        if (copies.isEmpty()) return "error it has not measured anything with timemory yet";
        StringBuilder text = new StringBuilder();
        for (ClassLoader copy : copies) {
            try {
                Object path = Class.forName(LIVE, true, copy).getMethod(opens ? "open" : "close").invoke(null);
                text.append(text.length() == 0 ? "ok" : "").append(path == null ? "" : " " + path);
            } catch (ClassNotFoundException ignored) {
                return "error it has no timemory-live: add it, or timemory-jvm, to its class path";
            } catch (InvocationTargetException failure) {
                return "error " + failure.getTargetException().getMessage();
            } catch (ReflectiveOperationException | LinkageError exception) {
                return "error its version of timemory differs from this command's (" + exception + ")";
            }
        }
        return text.toString();
    }
}
