package timemory.tools.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import timemory.agent.record.Plurals;
import timemory.spi.TemporaryFolder;

/** Lists the functions of a native program and what would become of them: its libraries are loaded for that, and it ends before it begins. */
final class NativeFunctions {

    /** A line of what {@code libtimemory-run.so} reports. */
    private record Function(String object, long size, boolean isMeasured, String reason, String name) {
        static Function of(String line) {
            String[] parts = line.split("\t", 5);
            return new Function(parts[0], Long.parseLong(parts[1]), parts[2].equals("1"), parts[3], parts[4]);
        }

        boolean isOf(FunctionListing.Kind kind) {
            return kind == FunctionListing.Kind.AVAILABLE || isMeasured == (kind == FunctionListing.Kind.INSTRUMENTED);
        }

        String text(FunctionListing.Kind kind) {
            String described = name + " [" + Path.of(object).getFileName() + ", " + size + " bytes]";
            if (kind == FunctionListing.Kind.INSTRUMENTED) return described;
            return described + (isMeasured ? "  would be measured" : "  would not: it " + reason);
        }
    }

    private NativeFunctions() {}

    /**
     * Writes the list to {@code out}.
     *
     * @throws IllegalArgumentException where the program cannot be asked
     */
    static void write(Preloading program, List<String> command, FunctionListing.Kind kind, boolean asJson, PrintWriter out)
            throws IOException, InterruptedException {
        Path report = TemporaryFolder.newFile("timemory-functions", ".tsv");
        try {
            program.put("TIMEMORY_INSTRUMENT_REPORT", report.toString());
            program.put("TIMEMORY_INSTRUMENT_TRIAL", "true");
            Process process = new ProcessBuilder(program.command(command)).redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            int status = process.waitFor();
            List<Function> functions;
            try (Stream<String> lines = Files.lines(report)) {
                functions = lines.map(Function::of).toList();
            }
            if (functions.isEmpty())
                throw new IllegalArgumentException("'" + command.get(0) + "' listed no functions; it ended with status " + status);
            if (asJson) writeJson(functions, kind, out);
            else writeText(functions, kind, out);
            out.flush();
        } finally {
            Files.delete(report);
        }
    }

    private static void writeText(List<Function> functions, FunctionListing.Kind kind, PrintWriter out) {
        functions.stream().filter(function -> function.isOf(kind)).forEach(function -> out.println(function.text(kind)));
        long measured = functions.stream().filter(Function::isMeasured).count();
        int objects = (int) functions.stream().map(Function::object).distinct().count();
        out.printf("%n%s, %s: %,d would be measured, %,d would not%n", Plurals.of(objects, "file", "files"),
                Plurals.of(functions.size(), "function", "functions"), measured, functions.size() - measured);
    }

    private static void writeJson(List<Function> functions, FunctionListing.Kind kind, PrintWriter out) throws IOException {
        JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter();
        json.writeStartObject();
        json.writeArrayFieldStart("functions");
        for (Function function : functions) {
            if (!function.isOf(kind)) continue;
            json.writeStartObject();
            json.writeStringField("function", function.name());
            json.writeStringField("location", function.object());
            json.writeNumberField("size", function.size());
            json.writeBooleanField("measured", function.isMeasured());
            json.writeStringField("reason", function.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
        long measured = functions.stream().filter(Function::isMeasured).count();
        json.writeNumberField("measured", measured);
        json.writeNumberField("not_measured", functions.size() - measured);
        json.writeEndObject();
        json.flush();
        out.println();
    }

    /** One expression that any of {@code patterns} is found by; as native programs read them, which know no {@code \d}. */
    static String anyOf(List<String> patterns) {
        List<String> all = new ArrayList<>();
        for (String pattern : patterns) all.add(pattern.replace("\\d", "[0-9]").replace("\\D", "[^0-9]"));
        return all.size() == 1 ? all.get(0) : "(" + String.join(")|(", all) + ")";
    }
}
