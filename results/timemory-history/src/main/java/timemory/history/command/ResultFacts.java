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
 * @param machine the processor model and the number of processors
 * @param program the file name of what ran, of Java the main class, of Python the script
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
        return new ResultFacts(Files.getLastModifiedTime(files.get(0)).toInstant(), machine,
                program(info.getOrDefault("PROGRAM", command)));
    }

    /** {@code com.example.Main} of "java com.example.Main", {@code train.py} of "python3 train.py": what runs, not what runs it. */
    private static String program(String command) {
        List<String> words = List.of(command.strip().split("\\s+"));
        String first = fileName(words.get(0));
        if (first.isEmpty()) return "unknown";
        boolean isInterpreter = first.equals("java") || first.startsWith("python") || first.startsWith("pypy");
        return isInterpreter && words.size() == 2 ? fileName(words.get(1)) : first;
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
