package timemory.agent.lines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import timemory.bundle.Bundle;

/**
 * The functions whose lines are measured, and these lines, by number. The code of a program that was woven ahead of time has its own
 * numbers for both, and adds a base that it gets at run time; functions with the same name in several programs are one function with
 * several numbers.
 *
 * <p>Written under a lock, before the class that uses the number is defined; read without, because that class runs after it was defined.
 */
public final class Lines {
    /** A function. */
    public static final class Function {
        final int number;
        final String label;
        final String className;
        final String source;
        final String components;

        /** The bundle of the last measurement. */
        volatile @Nullable Bundle bundle;

        /** Ascending. */
        final SortedMap<Integer, Line> lines = new TreeMap<>();

        private Function(int number, String label, String className, String source, String components) {
            this.number = number;
            this.label = label;
            this.className = className;
            this.source = source;
            this.components = components;
        }

        public int number() {
            return number;
        }

        /** {@code ifNew} is the number of the line if it is a new one. */
        private Line line(int ifNew, int line) {
            return lines.computeIfAbsent(line, added -> new Line(ifNew, this, added));
        }
    }

    /**
     * A line of a function. It has three labels, so that results can distinguish what must not be added up: if a function calls itself, the
     * line with that call continues while the lines of the inner call are measured.
     */
    static final class Line {
        final int number;
        final Function function;
        final String label;

        /** For calls inside a call of the same function: their time is part of the time of the calling line. */
        final String innerLabel;

        /** For laps inside a lap of the same line: their time has been counted already. */
        final String repeatedLabel;

        private Line(int number, Function function, int line) {
            this.number = number;
            this.function = function;
            label = function.label + (function.source.isEmpty() ? " [" : " [" + function.source + ':') + line + ']';
            innerLabel = label + " (in a recursive call)";
            repeatedLabel = label + REPEATED;
        }
    }

    private static final String REPEATED = " (inside itself)";

    /** Precedes parts that may be empty. */
    private static final String SOURCE = "source=";

    private static final String LINES = "lines=";

    /** Whether {@code label} belongs to laps whose time has been counted already. */
    static boolean isRepeated(String label) {
        return label.endsWith(REPEATED);
    }

    private final Map<String, Function> byLabel = new HashMap<>();
    private @Nullable Function[] functions = new Function[64];
    private Line[] lines = new Line[1024];
    private int functionCount;
    private int lineCount;

    /**
     * Returns the function called {@code label}, creating it if necessary.
     *
     * @param components ids of the components it is measured with
     * @param bundle the bundle of these; {@code null} if classes are woven that are used later
     */
    public synchronized Function function(String label, String className, String source, String components, @Nullable Bundle bundle) {
        Function function = named(functionCount, label, className, source, components, bundle);
        if (function.number == functionCount) put(functionCount, function);
        return function;
    }

    /** Returns the number of a line of {@code function}, counted from 1. */
    public synchronized int line(Function function, int line) {
        Line known = function.line(lineCount, line);
        if (known.number == lineCount) put(lineCount, known);
        return known.number;
    }

    /** Returns all functions with their lines, in the format of {@link #addAll}. */
    public synchronized List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (Function function : all()) {
            StringBuilder numbers = new StringBuilder(LINES);
            function.lines.forEach((line, known) -> numbers.append(known.number).append(':').append(line).append(' '));
            rows.add(List.of(function.label, function.components, function.className, SOURCE + function.source, numbers.toString()));
        }
        return rows;
    }

    /**
     * Adds the functions of a program that was woven ahead of time, with their lines.
     *
     * @param bundles creates a bundle from ids
     * @return the base to be added to the numbers of functions and of lines in the program's code
     */
    public synchronized int addAll(List<List<String>> rows, java.util.function.Function<String, Bundle> bundles) {
        int base = Math.max(functionCount, lineCount);
        int number = base;
        for (List<String> row : rows) {
            String components = row.get(1);
            String source = row.get(3).substring(SOURCE.length());
            Function function = named(number, row.get(0), row.get(2), source, components, bundles.apply(components));
            put(number++, function);
            String numbers = row.get(4).substring(LINES.length());
            for (String pair : numbers.isBlank() ? new String[0] : numbers.trim().split(" ")) {
                int colon = pair.indexOf(':');
                int lineNumber = base + Integer.parseInt(pair.substring(0, colon));
                put(lineNumber, function.line(lineNumber, Integer.parseInt(pair.substring(colon + 1))));
            }
        }
        return base;
    }

    /** {@code number} is that of the function if it is a new one. */
    private Function named(int number, String label, String className, String source, String components, @Nullable Bundle bundle) {
        Function function = byLabel.get(label);
        if (function == null) byLabel.put(label, function = new Function(number, label, className, source, components));
        function.bundle = bundle;
        return function;
    }

    private void put(int number, Function function) {
        if (number >= functions.length) functions = Arrays.copyOf(functions, Math.max(number + 1, 2 * functions.length));
        functions[number] = function;
        functionCount = Math.max(functionCount, number + 1);
    }

    private void put(int number, Line line) {
        if (number >= lines.length) lines = Arrays.copyOf(lines, Math.max(number + 1, 2 * lines.length));
        lines[number] = line;
        lineCount = Math.max(lineCount, number + 1);
    }

    /** {@code null} if there is none with {@code number}. */
    @Nullable
    Function function(int number) {
        return number < functions.length ? functions[number] : null;
    }

    Line line(int number) {
        return lines[number];
    }

    /** Returns all functions, in the order in which they were woven. */
    synchronized List<Function> all() {
        Set<Function> all = new LinkedHashSet<>(Arrays.asList(functions).subList(0, functionCount));
        all.remove(null);
        return new ArrayList<>(all);
    }
}
