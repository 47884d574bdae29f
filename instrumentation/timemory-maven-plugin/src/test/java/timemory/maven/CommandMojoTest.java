package timemory.maven;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds fail if regions take longer than before. */
class CommandMojoTest {
    @TempDir
    private Path folder;

    private final List<String> said = new ArrayList<>();

    private Path results(String name, int samples) throws Exception {
        // The input of flame graphs: a line for each stack with its value.
        return Files.writeString(folder.resolve(name), "main;solve " + samples + "\n");
    }

    private <M extends CommandMojo> M mojo(M mojo, Object... parameters) throws Exception {
        for (int i = 0; i < parameters.length; i += 2) {
            String name = (String) parameters[i];
            Field field = (name.equals("options") ? CommandMojo.class : mojo.getClass()).getDeclaredField(name);
            field.setAccessible(true);
            field.set(mojo, parameters[i + 1]);
        }
        mojo.setLog(new SystemStreamLog() {
            @Override
            public void info(CharSequence text) {
                said.add(text.toString());
            }
        });
        return mojo;
    }

    private DiffMojo diff(int before, int after) throws Exception {
        return mojo(new DiffMojo(), "before", results("before.collapsed", before).toFile(), "results",
                results("after.collapsed", after).toFile(), "thresholds", List.of("samples>10%"), "options", List.of("--single-laps"));
    }

    @Test
    void resultsAreShown() throws Exception {
        mojo(new ReportMojo(), "results", results("one.collapsed", 7).toFile(), "output", folder.toFile()).execute();
        assertTrue(said.stream().anyMatch(line -> line.contains("solve")), said.toString());
    }

    @Test
    void aRegionThatGrewBeyondTheThresholdFailsTheBuild() throws Exception {
        diff(100, 105).execute();
        MojoFailureException failure = assertThrows(MojoFailureException.class, () -> diff(100, 150).execute());
        assertTrue(failure.getMessage().contains("solve"), failure.getMessage());
    }

    @Test
    void whatCannotBeReadSaysSo() throws Exception {
        DiffMojo diff = mojo(new DiffMojo(), "before", folder.resolve("none").toFile(), "results", folder.toFile());
        MojoExecutionException failure = assertThrows(MojoExecutionException.class, diff::execute);
        assertTrue(failure.getMessage().contains("none"), failure.getMessage());
    }
}
