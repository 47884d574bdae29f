package timemory.history.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import timemory.export.data.RunConversion;
import timemory.export.data.RunMetadata;
import timemory.results.Results;

/**
 * Facts about a run from its results: a single file by its content, a directory by its {@code metadata.json}.
 *
 * @param program the file name of the program
 * @param program the file name of what ran
 */
record ResultFacts(Instant writtenAt, String machine, String program) {
    private static final long MAX_BYTES = 16L << 20;

    static ResultFacts of(Results results, List<Path> files) throws IOException {
        Map<String, String> info = new HashMap<>();
        String command = "";
        RunMetadata metadata = RunConversion.toData(results, List.of(), null).getMetadata();
        if (metadata != null) {
            info.putAll(metadata.getInfo());
            if (!metadata.getCommandLine().isEmpty()) command = metadata.getCommandLine().get(0);
        }
        Path beside = files.get(0).resolveSibling("metadata.json");
        if (metadata == null && Files.isRegularFile(beside) && Files.size(beside) <= MAX_BYTES) {
            JsonNode facts = new ObjectMapper().readTree(beside.toFile()).path("timemory").path("metadata").path("info");
            facts.properties().forEach(field -> info.putIfAbsent(field.getKey(), field.getValue().asText()));
            command = facts.path("COMMAND_LINE").path(0).asText("");
        }
        String model = info.getOrDefault("CPU_MODEL", "");
        String count = info.getOrDefault("HW_CONCURRENCY", "");
        String machine =
                model.isEmpty() ? info.getOrDefault("HOSTNAME", "unknown") : model + (count.isEmpty() ? "" : ", " + count + " processors");
        String program = command.isBlank() ? "unknown" : command.strip().split("\\s")[0];
        return new ResultFacts(Files.getLastModifiedTime(files.get(0)).toInstant(), machine,
                program.substring(program.lastIndexOf('/') + 1));
    }
}
