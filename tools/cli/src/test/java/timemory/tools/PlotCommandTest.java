package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PlotCommandTest {

    private record Run(int status, String out, String err) {}

    @TempDir
    private Path directory;

    private Path results;

    @BeforeEach
    void writeResults() throws IOException {
        results = directory.resolve("stacks.collapsed");
        Files.writeString(results, "main 10\nmain;solve 600\nmain;solve;step 300\nmain;print 90\n");
    }

    private static Run run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = TimemoryCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int status = line.execute(Stream.concat(Stream.of("plot"), Stream.of(arguments).map(Object::toString)).toArray(String[]::new));
        return new Run(status, out.toString(), err.toString());
    }

    private List<String> files(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void bothPicturesAreWrittenInBothFormats() throws IOException {
        Path out = directory.resolve("new/pictures");
        Run run = run(results, "-o", out);
        assertEquals(0, run.status, run.err);
        assertEquals(List.of("samples.flame.png", "samples.flame.svg", "samples.png", "samples.svg"), files(out));
        assertEquals(4, run.out.lines().count());
        assertEquals(2400, ImageIO.read(out.resolve("samples.png").toFile()).getWidth());
        assertTrue(Files.readString(out.resolve("samples.flame.svg")).contains("solve"));
    }

    @Test
    void whatIsDrawnCanBeChosen() throws IOException {
        Path out = directory.resolve("chosen");
        assertEquals(0, run(results, "-o", out, "--kind", "flame", "--format", "png", "--width", 700, "--scale", 1, "--dark", "--upward",
                "-m", "samples").status);
        assertEquals(List.of("samples.flame.png"), files(out));
        BufferedImage image = ImageIO.read(out.resolve("samples.flame.png").toFile());
        assertEquals(700, image.getWidth());
        assertEquals(0x16191d, image.getRGB(2, 2) & 0xffffff);
        // What holds all is at the bottom now.
        assertEquals(0xa9b1b9, image.getRGB(350, image.getHeight() - 20) & 0xffffff);
    }

    @Test
    void reportWritesTheSameSvg() throws IOException {
        Path out = directory.resolve("report");
        int status = TimemoryCommand.commandLine().setOut(new PrintWriter(new StringWriter())).execute("report", "-f", "svg", "-o",
                out.toString(), results.toString());
        assertEquals(0, status);
        run(results, "-o", directory.resolve("plot"), "--format", "svg");
        for (String file : List.of("samples.svg", "samples.flame.svg")) {
            assertEquals(-1, Files.mismatch(out.resolve(file), directory.resolve("plot").resolve(file)), file);
        }
    }

    @Test
    void wrongUseIsToldWithWhatThereIs() {
        Run metric = run(results, "-m", "wall_clock", "-o", directory);
        assertEquals(2, metric.status);
        assertTrue(metric.err.contains("'wall_clock'") && metric.err.contains("samples"), metric.err);
        Run format = run(results, "--format", "gif");
        assertTrue(format.status == 2 && format.err.contains("png, svg"), format.err);
        Run kind = run(results, "--kind", "pie");
        assertTrue(kind.status == 2 && kind.err.contains("bars, flame"), kind.err);
        Run width = run(results, "--width", "10");
        assertTrue(width.status == 2 && width.err.contains("--width: 10, must be 400 to 20000"), width.err);
        assertEquals(2, run(results, "--scale", "0").status);
    }

    @Test
    void whatCannotBeReadOrWrittenIsNamed() throws IOException {
        Run missing = run(directory.resolve("nowhere"), "-o", directory);
        assertEquals(1, missing.status);
        assertTrue(missing.err.contains("nowhere"), missing.err);
        Path file = Files.writeString(directory.resolve("file"), "");
        Run unwritable = run(results, "-o", file);
        assertEquals(1, unwritable.status);
        assertTrue(unwritable.err.contains(file.toString()), unwritable.err);
        Path taken = Files.createDirectories(directory.resolve("taken/samples.svg/inside")).getParent().getParent();
        Run blocked = run(results, "-o", taken, "--format", "svg");
        assertEquals(1, blocked.status);
        assertFalse(files(taken).stream().anyMatch(name -> name.endsWith(".part")));
    }
}
