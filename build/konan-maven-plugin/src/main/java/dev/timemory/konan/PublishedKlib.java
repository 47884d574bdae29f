package dev.timemory.konan;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What Gradle's metadata of a module says about its klibs for a target: where they are and what they use.
 *
 * <p>The POM that Kotlin's Gradle plugin publishes next to it is not sufficient: it names JARs that do not exist, and does not say that a
 * module has several klibs, as atomicfu does.
 */
record PublishedKlib(Optional<KlibName> elsewhere, List<String> files, List<KlibName> uses) {

    /** Reads what the metadata of {@code name} says about {@code target}. */
    static PublishedKlib read(Path metadata, KlibName name, String target) throws IOException {
        JsonNode variants = Json.read(metadata).path("variants");
        for (JsonNode variant : variants) {
            JsonNode attributes = variant.path("attributes");
            if (attributes.path("org.gradle.usage").asText().equals("kotlin-api")
                    && attributes.path("org.jetbrains.kotlin.native.target").asText().equals(target)) {
                return read(variant, name);
            }
        }
        String others = StreamSupport.stream(variants.spliterator(), false)
                .map(variant -> variant.path("name").asText())
                .collect(Collectors.joining(", "));
        throw new IOException("it is not published for " + target + ", but as " + (others.isEmpty() ? "nothing at all" : others));
    }

    private static PublishedKlib read(JsonNode variant, KlibName name) throws IOException {
        JsonNode at = variant.path("available-at");
        if (at.isObject()) {
            KlibName there = new KlibName(at.path("group").asText(), at.path("module").asText(), at.path("version").asText());
            return new PublishedKlib(Optional.of(there), List.of(), List.of());
        }
        List<String> files = new ArrayList<>();
        for (JsonNode file : variant.path("files")) {
            String url = file.path("url").asText();
            if (url.endsWith(".klib")) {
                files.add(classifier(url, name));
            }
        }
        List<KlibName> uses = new ArrayList<>();
        for (JsonNode dependency : variant.path("dependencies")) {
            String group = dependency.path("group").asText();
            String module = dependency.path("module").asText();
            boolean isPlatform = dependency.at("/attributes/org.gradle.category").asText().endsWith("platform");
            if (!isPlatform && !comesWithTheCompiler(group, module)) {
                uses.add(new KlibName(group, module, version(dependency.path("version"), group + ":" + module)));
            }
        }
        return new PublishedKlib(Optional.empty(), files, uses);
    }

    /** Maven finds a file by its classifier: {@code x} in {@code artifact-version-x.klib}. */
    private static String classifier(String url, KlibName name) throws IOException {
        String stem = name.artifact() + "-" + name.version();
        String rest = url.substring(0, url.length() - ".klib".length());
        if (rest.equals(stem)) {
            return "";
        }
        if (rest.startsWith(stem + "-")) {
            return rest.substring(stem.length() + 1);
        }
        throw new IOException("its file " + url + " is not called " + stem + "[-classifier].klib");
    }

    private static String version(JsonNode version, String of) throws IOException {
        for (String kind : List.of("strictly", "requires", "prefers")) {
            if (version.hasNonNull(kind)) {
                return version.get(kind).asText();
            }
        }
        throw new IOException("it uses " + of + " and does not say which version");
    }

    /** The standard library and kotlin.test are in one klib, which every compilation uses. */
    static boolean comesWithTheCompiler(String group, String artifact) {
        return group.equals("org.jetbrains.kotlin") && artifact.matches("kotlin-(stdlib|test)(-.*)?");
    }
}
