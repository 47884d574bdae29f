package timemory.agent.lines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import timemory.bundle.Bundle;

/**
 * The functions whose lines are measured, and these lines, by number.
 *
 * <p>Written under a lock, before the class is defined that uses the number; read without, as that class runs after it was defined.
 */
public final class Lines {
    /** A function. */
    public static final class Function {
        final int number;
        final String label;
        final String className;
        final String source;

        /** That of the last measurement. */
        volatile Bundle bundle;

        /** Ascending. */
        final java.util.SortedMap<Integer, Line> lines = new java.util.TreeMap<>();

        private Function(int number, String label, String className, String source, Bundle bundle) {
            this.number = number;
            this.label = label;
            this.className = className;
            this.source = source;
            this.bundle = bundle;
        }

        public int number() {
            return number;
        }
    }

    /**
     * A line of a function. It has three labels, so that results can tell what must not be added up: where a function calls itself, the
     * line with that call goes on while the lines of the inner call are measured.
     */
    static final class Line {
        final int number;
        final Function function;
        final String label;

        /** For calls inside a call of the same function: their time is part of the time of the line that calls. */
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

    /** Whether {@code label} is one of laps whose time has been counted already. */
    static boolean isRepeated(String label) {
        return label.endsWith(REPEATED);
    }

    private final Map<String, Function> byLabel = new HashMap<>();
    private Function[] functions = new Function[64];
    private Line[] lines = new Line[1024];
    private int functionCount;
    private int lineCount;

    /** The function called {@code label}, made where there is none. */
    public synchronized Function function(String label, String className, String source, Bundle bundle) {
        Function known = byLabel.get(label);
        if (known != null) {
            known.bundle = bundle;
            return known;
        }
        if (functionCount == functions.length) functions = Arrays.copyOf(functions, 2 * functionCount);
        Function made = new Function(functionCount, label, className, source, bundle);
        functions[functionCount++] = made;
        byLabel.put(label, made);
        return made;
    }

    /** The number of a line of {@code function}, counted from 1. */
    public synchronized int line(Function function, int line) {
        return function.lines.computeIfAbsent(line, text -> {
            if (lineCount == lines.length) lines = Arrays.copyOf(lines, 2 * lineCount);
            return lines[lineCount] = new Line(lineCount++, function, line);
        }).number;
    }

    Function function(int number) {
        return functions[number];
    }

    Line line(int number) {
        return lines[number];
    }

    /** All functions, in the order in which they were woven. */
    synchronized List<Function> all() {
        return new ArrayList<>(Arrays.asList(functions).subList(0, functionCount));
    }
}
