package dev.timemory.konan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Reads JSON, and writes maps, lists, strings and numbers as indented JSON. */
final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    static String of(Object value) {
        try {
            return MAPPER.writeValueAsString(value) + "\n";
        } catch (JsonProcessingException failure) {
            throw new UncheckedIOException("maps and texts have JSON", failure);
        }
    }

    static JsonNode read(Path file) throws IOException {
        try {
            return MAPPER.readTree(file.toFile());
        } catch (JsonProcessingException exception) {
            throw new IOException(file + " is not JSON: " + exception.getOriginalMessage(), exception);
        }
    }
}
