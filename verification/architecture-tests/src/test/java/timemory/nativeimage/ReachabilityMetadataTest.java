package timemory.nativeimage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import timemory.tests.Repository;

/**
 * The metadata that native-image reads from our modules: checked against its schema and our classes, because GraalVM itself is not
 * installed. A class that is found by its name must be listed in it, or it is missing from programs that are compiled ahead of time.
 */
class ReachabilityMetadataTest {
    private static final String METADATA = "META-INF/native-image/dev.timemory/";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The entries for programs. */
    private static final List<String> MODULES = List.of("timemory-dsl", "timemory-counters", "timemory-sampling", "timemory-live",
            "timemory-gpu",
            "timemory-export", "timemory-roofline", "timemory-forwarding", "timemory-instrument", "timemory-live-http", "timemory-jvm",
            "timemory-bridges", "timemory-gotcha-native", "timemory-context-propagation", "timemory-report");

    /** Named for agents and for other processes: an image has no agent. */
    private static final Set<String> NOT_IN_IMAGES = Set.of("timemory.agent.boot.Calls", "timemory.agent.AttachTo");

    private static Map<String, Path> metadata() {
        Map<String, Path> found = new TreeMap<>();
        for (String module : MODULES) {
            Path file = Repository.module(module).resolve("target/classes").resolve(METADATA + module + "/reachability-metadata.json");
            if (Files.exists(file)) found.put(module, file);
        }
        return found;
    }

    private static String schema() throws IOException {
        try (ZipFile repository = new ZipFile("target/graalvm-reachability-metadata.zip")) {
            String newest =
                    repository.stream().map(Object::toString).filter(name -> name.startsWith("schemas/reachability-metadata-schema-"))
                            .max(String::compareTo).orElseThrow();
            return new String(repository.getInputStream(repository.getEntry(newest)).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void itIsAsTheSchemaWantsIt() throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2019_09).getSchema(schema(), InputFormat.JSON);
        assertTrue(!schema.validate("{\"reflection\": [{\"kind\": \"x\"}]}", InputFormat.JSON).isEmpty(), "it sees what is wrong");
        Map<String, Path> all = metadata();
        assertTrue(all.keySet().containsAll(List.of("timemory-jvm", "timemory-export")), all.toString());
        for (Path file : all.values()) assertEquals(List.of(), schema.validate(Files.readString(file), InputFormat.JSON), file.toString());
    }

    private static List<JsonNode> entries(String kind) throws IOException {
        List<JsonNode> entries = new ArrayList<>();
        for (Path file : metadata().values()) JSON.readTree(file.toFile()).path(kind).forEach(entries::add);
        return entries;
    }

    private static Path classFile(String name) {
        return MODULES.stream()
                .flatMap(module -> Stream
                        .of("target/classes/", "target/classes/META-INF/versions/22/", "target/classes/META-INF/versions/25/")
                        .map(folder -> Repository.module(module).resolve(folder + name.replace('.', '/') + ".class")))
                .filter(Files::exists).findFirst().orElse(null);
    }

    @Test
    void whatItNamesOfOursIsThere() throws IOException {
        for (JsonNode entry : entries("reflection")) {
            String name = entry.path("type").asText();
            if (!name.startsWith("timemory.")) continue;
            Path file = classFile(name);
            assertTrue(file != null, name + " is no class");
            Set<String> constants = texts(file);
            for (JsonNode member : entry.path("methods"))
                assertTrue(constants.contains(member.path("name").asText()), name + ": " + member);
            for (JsonNode member : entry.path("fields")) assertTrue(constants.contains(member.path("name").asText()), name + ": " + member);
        }
        for (JsonNode entry : entries("resources")) {
            String glob = entry.path("glob").asText();
            assertTrue(Stream.concat(MODULES.stream(), Stream.of("timemory-off"))
                    .anyMatch(module -> Files.exists(Repository.module(module).resolve("target/classes").resolve(glob))),
                    glob + " is no file");
        }
    }

    @Test
    void classesThatAreFoundByNameStandInIt() throws IOException {
        Set<String> listed = new TreeSet<>(NOT_IN_IMAGES);
        for (JsonNode entry : entries("reflection")) listed.add(entry.path("type").asText());
        Set<String> missing = new TreeSet<>();
        for (String module : MODULES) {
            Path classes = Repository.module(module).resolve("target/classes");
            if (!Files.exists(classes)) continue;
            try (Stream<Path> files = Files.walk(classes)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
                    Set<String> texts = texts(file);
                    // The names with which a serializer, and a coroutine for debuggers, describe themselves.
                    if (file.toString().endsWith("$$serializer.class") || texts.contains("Lkotlin/coroutines/jvm/internal/DebugMetadata;"))
                        continue;
                    String relative = classes.relativize(file).toString();
                    // A class that is serialized, and has type parameters, names itself.
                    String own = relative.substring(0, relative.length() - ".class".length()).replace('/', '.');
                    for (String text : texts) {
                        if (text.matches("timemory(\\.[a-z]+)*\\.[A-Z]\\w*") && classFile(text) != null && !listed.contains(text)
                                && !text.equals(own))
                            missing.add(text + ", named by " + classes.relativize(file));
                    }
                }
            }
        }
        assertEquals(Set.of(), missing);
    }

    /** The texts in the constant pool of a class file. */
    private static Set<String> texts(Path file) throws IOException {
        Set<String> texts = new TreeSet<>();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            in.skipNBytes(8);
            int count = in.readUnsignedShort();
            for (int i = 1; i < count; i++) {
                switch (in.readUnsignedByte()) {
                    case 1 -> texts.add(in.readUTF());
                    case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                    case 15 -> in.skipNBytes(3);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        i++; // takes two places
                    }
                    default -> in.skipNBytes(4);
                }
            }
        }
        return texts;
    }
}
