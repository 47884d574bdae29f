package dev.timemory.konan;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.maven.artifact.versioning.ComparableVersion;

/**
 * The klibs that a module names and all their dependencies.
 *
 * <p>If there are several versions of one klib, the graph contains one: the version that the module itself names, or else the newest that
 * any klib requires. A newer version may use other klibs than the older one did, so the traversal restarts whenever a version is replaced;
 * it ends because versions only increase.
 */
final class KlibGraph {

    /** Describes the content of klibs. */
    interface Source {
        /** @throws IOException if there is no such klib, with a message for the user */
        Klib describe(KlibName name) throws IOException;
    }

    /**
     * A klib, or several that are published as one.
     *
     * @param name what it is called in its repository; Kotlin's libraries are published as one module plus one for each target
     * @param files the classifiers of its files
     */
    record Klib(KlibName name, List<String> files, List<KlibName> uses) {}

    private final String module;
    private final Source source;
    private final Map<KlibName, Klib> described = new HashMap<>();
    private final Map<String, KlibName> chosen = new HashMap<>();
    private final Set<String> named = new HashSet<>();

    private KlibGraph(String module, Source source) {
        this.module = module;
        this.source = source;
    }

    /**
     * All klibs that {@code names} refer to, each after the klibs it uses.
     *
     * @param module the module that names them, for messages
     * @throws IOException that names the missing klib and the klib that required it
     */
    static List<Klib> of(List<KlibName> names, String module, Source source) throws IOException {
        KlibGraph graph = new KlibGraph(module, source);
        for (KlibName name : names) {
            KlibName actual = graph.describe(name, new ArrayDeque<>()).name();
            graph.named.add(actual.key());
            graph.chosen.put(actual.key(), actual);
        }
        while (true) {
            Map<String, Klib> ordered = new LinkedHashMap<>();
            Set<String> seen = new HashSet<>();
            for (KlibName name : names) {
                graph.visit(name, new ArrayDeque<>(), seen, ordered);
            }
            if (ordered.values().stream().allMatch(klib -> graph.chosen.containsValue(klib.name()))) {
                return List.copyOf(ordered.values());
            }
        }
    }

    private void visit(KlibName wanted, Deque<KlibName> askedBy, Set<String> seen, Map<String, Klib> ordered) throws IOException {
        KlibName actual = describe(wanted, askedBy).name();
        String key = actual.key();
        KlibName other = chosen.get(key);
        if (other == null || !named.contains(key) && isNewer(actual, other)) {
            chosen.put(key, actual);
        }
        if (!seen.add(key)) {
            return;
        }
        Klib klib = describe(chosen.get(key), askedBy);
        askedBy.push(klib.name());
        for (KlibName used : klib.uses()) {
            visit(used, askedBy, seen, ordered);
        }
        askedBy.pop();
        ordered.put(key, klib);
    }

    private static boolean isNewer(KlibName one, KlibName other) {
        return new ComparableVersion(one.version()).compareTo(new ComparableVersion(other.version())) > 0;
    }

    private Klib describe(KlibName name, Deque<KlibName> askedBy) throws IOException {
        Klib known = described.get(name);
        if (known != null) {
            return known;
        }
        try {
            Klib klib = source.describe(name);
            described.put(name, klib);
            return klib;
        } catch (IOException failure) {
            List<String> chain = new ArrayList<>();
            askedBy.forEach(one -> chain.add("'" + one + "'"));
            chain.add("module '" + module + "'");
            throw new IOException("klib '" + name + "', which " + String.join(", which ", chain.stream().map(who -> who + " uses").toList())
                    + ": " + failure.getMessage(), failure);
        }
    }
}
