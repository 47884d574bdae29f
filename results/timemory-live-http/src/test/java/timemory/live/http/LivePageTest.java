package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.tests.OptionalTools;

/** The live report of a real process in a real browser, driven by {@code live-page.mjs}. */
@Tag("optional-tools")
class LivePageTest {

    private static final Path REPORT = Path.of("../timemory-report").toAbsolutePath().normalize();

    @AfterEach
    void close() {
        LiveHttp.close();
    }

    @Test
    void itKeepsTheReadersPlaceWhileTheProcessGoesOn() throws Exception {
        if (System.getenv("CHROMIUM") == null || OptionalTools.isHidden("chromium")) OptionalTools.require("chromium");
        String node = OptionalTools.require("node");
        assumeTrue(Files.isDirectory(REPORT.resolve("node_modules/playwright-core")), "no packages of npm in " + REPORT);
        try (Measuring measuring = new Measuring("", "trip_count>0")) {
            for (int i = 0; i < 100; i++) {
                measuring.laps(1, "SELECT " + i, "GET /" + i);
            }
            measuring.laps(1, "<img src=x onerror=\"window.hostile = true\">");
            String url = LiveHttp.open(0);
            Process process = new ProcessBuilder(node, Path.of("src/test/node/live-page.mjs").toAbsolutePath().toString(), url)
                    .directory(REPORT.toFile()).redirectErrorStream(true).start();
            List<String> lines = new ArrayList<>();
            try (BufferedReader said = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
                for (String line = said.readLine(); line != null; line = said.readLine()) {
                    lines.add(line);
                    if (line.equals("go on")) {
                        // New regions before and after those being viewed, and more laps of the viewed one.
                        measuring.laps(20, "INSERT", "POST /new");
                        measuring.laps(4, "SELECT 75", "GET /75");
                    }
                }
            }
            assertEquals(true, process.waitFor(300, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue(), String.join("\n", lines));
        }
    }
}
