package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LiveResponseTest {
    private static String bodyOf(Exception failure) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (LiveResponse response = LiveResponse.text(LiveResponse.NOT_IMPLEMENTED, failure)) {
            response.writeTo(body);
        }
        return body.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aFailureIsReportedByItsMessage() throws IOException {
        assertEquals("not on this system\n", bodyOf(new UnsupportedOperationException("not on this system")));
    }

    @Test
    void aFailureWithoutMessageIsReportedByItsClass() throws IOException {
        assertEquals("java.lang.UnsupportedOperationException\n", bodyOf(new UnsupportedOperationException()));
    }
}
