package timemory.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import timemory.Timemory;
import timemory.agent.option.AgentOption;
import timemory.export.ProgramCatalogue;
import timemory.internal.platform.SystemEnvironment;

/** What timemory offers to programs of each target on this machine, as rows of columns. */
final class Catalogues {

    /** Where the program is that tells it for native programs. */
    static final String NATIVE_PROGRAM = "timemory.tools.avail";

    private static final String USER_BUNDLES = "user bundles";
    private static final String ONLY_ON_THE_JVM = "part of the JVM";

    private Catalogues() {}

    /** {@code kind}: {@code components} or {@code settings}. */
    static List<Map<String, String>> ofTheJvm(String kind, boolean withCosts) throws IOException {
        return rows(ProgramCatalogue.catalogue(Timemory.INSTANCE, withCosts), kind);
    }

    static List<Map<String, String>> ofNativePrograms(String kind, boolean withCosts) throws IOException {
        String program = SystemEnvironment.property(NATIVE_PROGRAM, "");
        if (program.isEmpty() || !Files.isExecutable(Path.of(program))) {
            throw new IOException("the components of native programs are unknown here: "
                    + (program.isEmpty() ? "timemory-avail" : program) + " is not built (mvn package builds it)");
        }
        List<String> command = new ArrayList<>(List.of(program));
        if (withCosts) {
            command.add("--overhead");
        }
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        process.getOutputStream().close();
        String json = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(program + " ended with status " + status);
            }
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + program + " ran");
        }
        List<Map<String, String>> rows = rows(json, kind);
        if (kind.equals("components")) {
            addThoseOfTheJvm(rows);
        }
        return rows;
    }

    /** Returns the options of the agent, from its catalogue. */
    static List<Map<String, String>> ofTheAgent() {
        List<Map<String, String>> rows = new ArrayList<>();
        for (AgentOption option : AgentOption.values()) {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("option", option.id());
            row.put("value", option.kind() == AgentOption.Kind.FLAG ? "true|false" : option.value());
            row.put("default", option.defaultValue());
            row.put("description", option.description());
            rows.add(row);
        }
        return rows;
    }

    /** What only the JVM has is listed for native programs too, with the reason why they cannot have it. */
    private static void addThoseOfTheJvm(List<Map<String, String>> rows) throws IOException {
        Set<String> known = rows.stream().map(row -> row.get("id")).collect(Collectors.toSet());
        for (Map<String, String> row : ofTheJvm("components", false)) {
            if (!known.contains(row.get("id"))) {
                row.put("available", "false");
                row.put("reason", ONLY_ON_THE_JVM);
                row.put("status", ONLY_ON_THE_JVM);
                row.put("target", rows.get(0).get("target"));
                rows.add(row);
            }
        }
    }

    static List<Map<String, String>> rows(String json, String kind) throws IOException {
        JsonNode catalogue = new ObjectMapper().readTree(json);
        List<Map<String, String>> rows = new ArrayList<>();
        for (JsonNode entry : catalogue.get(kind)) {
            Map<String, String> row = new LinkedHashMap<>();
            entry.properties().forEach(field -> row.put(field.getKey(), text(field.getValue())));
            String available = row.get("available");
            if (available != null) {
                row.put("status", available.equals("true") ? "available" : row.getOrDefault("reason", ""));
            }
            // Only Python has classes of these names.
            if (USER_BUNDLES.equals(row.get("category"))) row.put("class", "");
            row.put("target", catalogue.get("target").asText());
            rows.add(row);
        }
        return rows;
    }

    private static String text(JsonNode value) {
        if (value.isArray()) {
            List<String> elements = new ArrayList<>();
            value.forEach(element -> elements.add(element.asText()));
            return String.join(", ", elements);
        }
        return value.isFloatingPointNumber() ? String.format(Locale.ROOT, "%.0f ns", value.asDouble()) : value.asText();
    }
}
