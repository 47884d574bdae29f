package timemory.tools.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import timemory.agent.option.AgentOptions;
import timemory.agent.record.Plurals;
import timemory.agent.scan.FunctionScan;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Selection;
import timemory.agent.select.Verdict;

/** Lists functions of a program and what would become of them. */
final class FunctionListing {

    enum Kind {
        AVAILABLE,
        INSTRUMENTED,
        EXCLUDED;

        boolean has(Verdict verdict) {
            return this == AVAILABLE || verdict.isSelected() == (this == INSTRUMENTED);
        }
    }

    private FunctionListing() {}

    static void write(Target target, AgentOptions options, Kind kind, boolean asJson, PrintWriter out) throws IOException {
        FunctionScan scan = new FunctionScan(new Selection(options.selection, target.program()));
        int[] counts = new int[2];
        if (asJson) {
            writeJson(target, scan, kind, counts, out);
        } else {
            scan.visit(target.classPath(), (method, verdict) -> {
                counts[verdict.isSelected() ? 1 : 0]++;
                if (kind.has(verdict)) out.println(line(method, verdict, kind));
                return true;
            });
            out.printf("%n%s, %s: %,d would be measured, %,d would not%n", Plurals.of(scan.classes(), "class", "classes"),
                    Plurals.of(counts[0] + counts[1], "function", "functions"), counts[1], counts[0]);
            if (scan.unreadable() > 0) out.println(Plurals.of(scan.unreadable(), "class file", "class files") + " could not be read");
        }
        out.flush();
    }

    private static String line(MethodFacts method, Verdict verdict, Kind kind) {
        String function = method.function() + (method.line > 0 ? " [" + method.owner.source + ':' + method.line + ']' : "");
        return kind == Kind.INSTRUMENTED ? function
                : function + "  " + (verdict.isSelected() ? "would be measured: it " : "would not: it ") + verdict.reason();
    }

    private static void writeJson(Target target, FunctionScan scan, Kind kind, int[] counts, PrintWriter out) throws IOException {
        JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter();
        json.writeStartObject();
        json.writeArrayFieldStart("functions");
        scan.visit(target.classPath(), (method, verdict) -> {
            counts[verdict.isSelected() ? 1 : 0]++;
            if (kind.has(verdict)) write(json, method, verdict);
            return true;
        });
        json.writeEndArray();
        json.writeNumberField("classes", scan.classes());
        json.writeNumberField("unreadable_classes", scan.unreadable());
        json.writeNumberField("measured", counts[1]);
        json.writeNumberField("not_measured", counts[0]);
        json.writeEndObject();
        json.flush();
        out.println();
    }

    private static void write(JsonGenerator json, MethodFacts method, Verdict verdict) {
        try {
            json.writeStartObject();
            json.writeStringField("class", method.owner.name);
            json.writeStringField("method", method.name);
            json.writeStringField("signature", method.signature());
            json.writeStringField("location", method.owner.origin.location());
            json.writeStringField("source", method.owner.source);
            json.writeNumberField("line", method.line);
            json.writeNumberField("size", method.size);
            json.writeBooleanField("loops", method.hasLoop);
            json.writeBooleanField("measured", verdict.isSelected());
            json.writeStringField("reason", verdict.reason());
            json.writeEndObject();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
