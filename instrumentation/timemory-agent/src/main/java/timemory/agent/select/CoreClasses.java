package timemory.agent.select;

import java.util.List;

/**
 * Classes of the Java runtime that are used to measure, weave or load classes: measuring them would measure itself endlessly.
 */
final class CoreClasses {
    private static final List<String> PREFIXES = List.of(
            "java.lang.", "java.util.concurrent.", "java.util.zip.", "java.util.jar.", "java.net.URL", "java.security.",
            "jdk.internal.", "sun.invoke.", "sun.instrument.", "sun.launcher.", "sun.management.", "sun.net.www.", "sun.nio.",
            "sun.security.",
            "com.sun.management.", "java.nio.", "java.io.", "jdk.jfr.");

    /** Collections and similar classes; the other classes of {@code java.util} may be measured. */
    private static final List<String> UTIL = List.of(
            "Array", "Abstract", "Collection", "HashMap", "HashSet", "Identity", "Iterator", "LinkedHash", "Linked", "List", "Map",
            "Objects", "Optional",
            "Properties", "ServiceLoader", "Set", "Spliterator", "Tree", "WeakHash", "Immutable", "KeyValue", "Hashtable", "Locale",
            "BitSet", "Vector");

    private CoreClasses() {}

    static boolean contain(String name) {
        for (String prefix : PREFIXES) if (name.startsWith(prefix)) return true;
        if (!name.startsWith("java.util.") || name.indexOf('.', 10) >= 0) return false;
        String simple = name.substring(10);
        for (String prefix : UTIL) if (simple.startsWith(prefix)) return true;
        return false;
    }
}
