package dev.timemory.konan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The file from which Gradle learns the contents of a module for each target: Gradle Module Metadata 1.1, as defined in
 * <a href="https://github.com/gradle/gradle/blob/master/platforms/documentation/docs/src/docs/design/gradle-module-metadata-latest-specification.md">
 * its specification</a>. Names and attributes of variants are those that Kotlin's Gradle plugin requests and publishes itself.
 *
 * <p>All files of a module are next to each other in the repository, so each variant names its own files, and none refers to another
 * module.
 */
final class ModuleMetadata {

    /** Gradle searches a POM for this before it looks for the metadata. */
    static final String MARKER = "do_not_remove: published-with-gradle-metadata";

    static final String JVM = "jvm";
    static final String NATIVE = "native";
    static final String COMMON = "common";

    private final String group;
    private final String module;
    private final String version;
    private final List<String> capabilities;
    private final List<Map<String, Object>> variants = new ArrayList<>();

    /**
     * @param capabilities the capabilities of which a program may have only one provider, besides the module itself; names within the group
     */
    ModuleMetadata(String group, String module, String version, List<String> capabilities) {
        this.group = group;
        this.module = module;
        this.version = version;
        this.capabilities = capabilities;
    }

    /** What programs on the JVM compile against and run with. */
    void jvm(Path jar, String javaVersion, List<Coordinates> toCompile, List<Coordinates> toRun) throws IOException {
        for (boolean isApi : new boolean[] {true, false}) {
            Map<String, Object> attributes = attributes("library", isApi ? "java-api" : "java-runtime", JVM);
            attributes.put("org.gradle.libraryelements", "jar");
            attributes.put("org.gradle.jvm.version", Integer.valueOf(javaVersion));
            add(isApi ? "jvmApiElements" : "jvmRuntimeElements", attributes, isApi ? toCompile : toRun, jar, fileName(null, "jar"));
        }
    }

    /** What programs for linuxX64 are linked with. */
    void linuxX64(Path klib, List<Coordinates> dependencies) throws IOException {
        Map<String, Object> attributes = attributes("library", "kotlin-api", NATIVE);
        attributes.put("artifactType", "org.jetbrains.kotlin.klib");
        add("linuxX64ApiElements-published", attributes, dependencies, klib, fileName(null, "klib"));
    }

    /** What common sources are compiled against. */
    void common(Path jar, List<Coordinates> dependencies) throws IOException {
        add("metadataApiElements", attributes("library", "kotlin-metadata", COMMON), dependencies, jar, fileName("metadata", "jar"));
    }

    /** The sources for one of the targets for which there is a library. */
    void sources(String target, Path jar) throws IOException {
        Map<String, Object> attributes = attributes("documentation", target.equals(JVM) ? "java-runtime" : "kotlin-runtime", target);
        attributes.put("org.gradle.dependency.bundling", "external");
        attributes.put("org.gradle.docstype", "sources");
        if (target.equals(JVM)) {
            attributes.put("org.gradle.libraryelements", "jar");
        }
        String name = Map.of(JVM, "jvmSourcesElements", NATIVE, "linuxX64SourcesElements-published", COMMON, "metadataSourcesElements")
                .get(target);
        add(name, attributes, List.of(), jar, fileName("sources", "jar"));
    }

    private static Map<String, Object> attributes(String category, String usage, String target) {
        Map<String, Object> attributes = new TreeMap<>();
        attributes.put("org.gradle.category", category);
        attributes.put("org.gradle.usage", usage);
        attributes.put("org.gradle.jvm.environment", target.equals(JVM) ? "standard-jvm" : "non-jvm");
        attributes.put("org.jetbrains.kotlin.platform.type", target);
        if (target.equals(NATIVE)) {
            attributes.put("org.jetbrains.kotlin.native.target", "linux_x64");
        }
        return attributes;
    }

    private String fileName(String classifier, String extension) {
        return module + "-" + version + (classifier == null ? "" : "-" + classifier) + "." + extension;
    }

    private void add(String name, Map<String, Object> attributes, List<Coordinates> dependencies, Path file, String fileName)
            throws IOException {
        Map<String, Object> variant = new LinkedHashMap<>();
        variant.put("name", name);
        variant.put("attributes", attributes);
        if (!dependencies.isEmpty()) {
            variant.put("dependencies", dependencies.stream().map(Coordinates::json).toList());
        }
        variant.put("files", List.of(file(file, fileName)));
        if (!capabilities.isEmpty() && attributes.get("org.gradle.category").equals("library")) {
            // If any are declared, they are the complete list: the module's own is no longer implied.
            variant.put("capabilities", Stream.concat(Stream.of(module), capabilities.stream()).map(this::capability).toList());
        }
        variants.add(variant);
    }

    private Map<String, Object> capability(String name) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("group", group);
        json.put("name", name);
        json.put("version", version);
        return json;
    }

    /** A file under its name in the repository rather than in the build. */
    private static Map<String, Object> file(Path file, String name) throws IOException {
        byte[] content = Files.readAllBytes(file);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("url", name);
        json.put("size", content.length);
        for (String algorithm : List.of("SHA-512", "SHA-256", "SHA-1", "MD5")) {
            try {
                byte[] hash = MessageDigest.getInstance(algorithm).digest(content);
                json.put(algorithm.toLowerCase().replace("-", ""), HexFormat.of().formatHex(hash));
            } catch (NoSuchAlgorithmException failure) {
                throw new IllegalStateException("every Java has " + algorithm, failure);
            }
        }
        return json;
    }

    String json() {
        Map<String, Object> component = new LinkedHashMap<>();
        component.put("group", group);
        component.put("module", module);
        component.put("version", version);
        component.put("attributes", Map.of("org.gradle.status", version.endsWith("-SNAPSHOT") ? "integration" : "release"));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("formatVersion", "1.1");
        json.put("component", component);
        json.put("variants", variants);
        return Json.of(json);
    }

    /** The POM with the marker added. */
    static String marked(String pom) {
        int project = pom.indexOf("<project");
        int end = pom.indexOf('>', project) + 1;
        if (project < 0 || end == 0) {
            throw new IllegalArgumentException("not a POM: " + pom.lines().findFirst().orElse("it is empty"));
        }
        String why = "Gradle: the .module file lists what this module offers for each target.";
        return pom.substring(0, end) + "\n  <!-- " + why + " -->\n  <!-- " + MARKER + " -->" + pom.substring(end);
    }
}
