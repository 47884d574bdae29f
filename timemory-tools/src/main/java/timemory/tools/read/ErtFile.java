package timemory.tools.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import timemory.ErtCache;
import timemory.ErtMachine;
import timemory.ErtResults;
import timemory.ErtSample;

/** Reads what {@code timemory roofline ert} wrote. */
public final class ErtFile {

    private static final long LARGEST = 64L * 1024 * 1024;

    private ErtFile() {}

    /**
     * The measurements in {@code path}.
     *
     * @throws IOException with a message that names the file and says what is wrong with it
     */
    public static ErtResults read(Path path) throws IOException {
        try {
            if (Files.size(path) > LARGEST) {
                throw new IOException("has " + Files.size(path) + " bytes, more than measurements of roofs ever have");
            }
            try (InputStream content = Files.newInputStream(path)) {
                return read(content);
            }
        } catch (NoSuchFileException missing) {
            throw new IOException(path + ": no such file: measure the machine with `timemory roofline ert -o " + path + "`", missing);
        } catch (IOException | IllegalArgumentException wrong) {
            throw new IOException(path + ": " + wrong.getMessage(), wrong);
        }
    }

    /** As above, from {@code content}. */
    public static ErtResults read(InputStream content) throws IOException {
        JsonNode ert = Json.tree(content).path("timemory").path("ert");
        if (!ert.path("ert").isArray()) {
            throw new IOException("holds no measurements of roofs, as `timemory roofline ert` writes them");
        }
        List<ErtSample> samples = new ArrayList<>();
        for (JsonNode sample : ert.path("ert")) {
            samples.add(sample(sample));
        }
        return new ErtResults(machine(ert.path("machine")), samples);
    }

    private static ErtMachine machine(JsonNode machine) {
        List<ErtCache> caches = new ArrayList<>();
        for (JsonNode cache : machine.path("caches")) {
            caches.add(new ErtCache(cache.path("level").asInt(), cache.path("bytes").asLong(), cache.path("shared_by").asInt(1)));
        }
        return new ErtMachine(
                machine.path("processor").asText("unknown processor"),
                machine.path("processors").asInt(1),
                caches,
                machine.path("gigahertz").asDouble(),
                machine.path("kernels").asText(""));
    }

    private static ErtSample sample(JsonNode sample) {
        double seconds = sample.path("counter").path("repr_data").asDouble();
        return new ErtSample(
                sample.path("label").asText(""),
                sample.path("dtype").asText(""),
                sample.path("vector-bits").asInt(),
                sample.path("ops-per-set").asInt(),
                sample.path("exec-params").path("nthreads").asInt(1),
                sample.path("working-set").asLong(),
                sample.path("trials").asInt(1),
                sample.path("total-bytes").asDouble(),
                sample.path("total-ops").asDouble(),
                seconds * 1e9,
                sample.path("median").asDouble(seconds) * 1e9,
                sample.path("peak").asBoolean(),
                sample.path("instructions").asBoolean());
    }
}
