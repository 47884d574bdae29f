package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import javax.tools.ToolProvider;
import timemory.tools.TimemoryCommandRun;

/** What came of a command. */
public record Outcome(int status, String out, String err) {

    /** Of {@code timemory} with {@code arguments}; {@code err} gets what is reported meanwhile. */
    public static Outcome ofTimemory(StringWriter err, Object... arguments) {
        StringWriter out = new StringWriter();
        String[] all = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        int status = TimemoryCommandRun.execute(new PrintWriter(out), new PrintWriter(err), all);
        return new Outcome(status, out.toString(), err.toString());
    }

    /** Of the script {@code exec}, which a command left for the shell; {@code folder} gets what it prints. */
    static Outcome ofScript(Path exec, Path folder, Consumer<Map<String, String>> environment) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder shell = new ProcessBuilder("bash", exec.toString()).redirectOutput(out.toFile()).redirectError(err.toFile());
        environment.accept(shell.environment());
        int status = shell.start().waitFor();
        return new Outcome(status, Files.readString(out), Files.readString(err));
    }

    /** Compiles {@code program}, a class {@code name}, into the folder {@code classes} in {@code folder}. */
    static void compile(Path folder, String name, String program) throws IOException {
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, program);
        assertEquals(0,
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.resolve("classes").toString(), source.toString()));
    }
}
