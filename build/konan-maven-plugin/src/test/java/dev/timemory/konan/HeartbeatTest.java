package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeartbeatTest {

    @Test
    void saysThatAStepBeginsGoesOnAndHasEnded() throws InterruptedException {
        BlockingQueue<String> log = new LinkedBlockingQueue<>();
        try (Heartbeat heartbeat = new Heartbeat("linking", log::add, Duration.ofMillis(5))) {
            assertEquals("linking ...", log.take());
            String alive = log.poll(10, TimeUnit.SECONDS);
            assertTrue(alive != null && alive.startsWith("linking: still at it after "), alive);
            heartbeat.done();
        }
        assertTrue(log.stream().anyMatch(line -> line.matches("linking: [0-9.]+ s")), log.toString());
    }
}
