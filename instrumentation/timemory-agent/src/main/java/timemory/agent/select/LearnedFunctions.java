package timemory.agent.select;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which functions an earlier run showed to be worth measuring, as written by {@code timemory learn}: by their names as regions, {@code
 * com.acme.Db.query}, with parameters if several functions of a class have the name. A function that is not in the file is measured if a
 * pattern includes it.
 */
public final class LearnedFunctions {
    private static final String HEADER = "timemory-functions 1";

    private final Path file;
    private final Map<String, Boolean> choices = new HashMap<>();

    /** Classes, with dots, of functions that are worth measuring. */
    private final Set<String> classes = new HashSet<>();

    private LearnedFunctions(Path file) {
        this.file = file;
    }

    /**
     * Reads {@code file}.
     *
     * @throws IllegalArgumentException if it cannot be read, or is something else
     */
    public static LearnedFunctions read(Path file) {
        LearnedFunctions learned = new LearnedFunctions(file);
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            if (!HEADER.equals(lines.readLine()))
                throw new IllegalArgumentException(
                        "'" + file + "' is not a learned-functions file: it does not start with '" + HEADER
                                + "' (timemory learn writes it)");
            int number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) learned.take(line, ++number);
        } catch (NoSuchFileException ignored) {
            throw new IllegalArgumentException("learned-functions file '" + file + "' not found (timemory learn writes it)");
        } catch (CharacterCodingException unused) {
            throw new IllegalArgumentException("'" + file + "' is not a learned-functions file: it is not in UTF-8");
        } catch (IOException failure) {
            throw new IllegalArgumentException("'" + file + "' cannot be read: " + failure, failure);
        }
        return learned;
    }

    private void take(String line, int number) {
        if (line.isEmpty() || line.startsWith("#")) return;
        String[] columns = line.split("\t", 5);
        boolean isWorth = columns[0].equals("+");
        if (columns.length < 5 || !isWorth && !columns[0].equals("-"))
            throw new IllegalArgumentException("'" + file + "', line " + number + ": expected + or -, three numbers and a name, "
                    + "separated by tabs");
        choices.put(columns[4], isWorth);
        if (isWorth) classes.add(classOf(columns[4]));
    }

    private static String classOf(String function) {
        int parameters = function.indexOf('(');
        int dot = function.lastIndexOf('.', parameters < 0 ? function.length() : parameters);
        return dot < 0 ? "" : function.substring(0, dot);
    }

    /** Whether a function of the class {@code name}, with dots, is worth measuring. */
    boolean haveClass(String name) {
        return classes.contains(name);
    }

    /** Whether {@code method} is worth measuring, {@code null} if that was not learned. */
    @Nullable
    Boolean of(MethodFacts method) {
        if (method.mark != null && choices.containsKey(method.mark.label)) return choices.get(method.mark.label);
        String name = method.owner.name + '.' + method.sourceName();
        Boolean choice = choices.get(name + method.shortParameters());
        if (choice == null) choice = choices.get(name + method.parameters());
        return choice == null ? choices.get(name) : choice;
    }

    /** The same for the same file with the same content. */
    @Override
    public String toString() {
        return file + " " + choices.size() + ' ' + choices.hashCode();
    }
}
