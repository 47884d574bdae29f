package bench;

import java.util.List;
import java.util.Locale;

/** The results as Markdown, and as JSON. */
final class Table {

    private Table() {}

    static String markdown(List<Row.Result> results, Machine machine, Case.Effort effort) {
        StringBuilder text = new StringBuilder();
        text.append(machine.describe()).append('\n').append(effort.describe()).append("\n\n");
        text.append("| what | target | measured | spread | goal | | time | baseline | allocated |\n");
        text.append("|---|---|---|---|---|---|---|---|---|\n");
        for (Row.Result result : results) {
            Row row = result.row();
            String unit = row.kind().unit;
            String goal = row.goal() == null ? "stated" : "<= " + number(row.goal(), row) + unit;
            String verdict = row.goal() == null ? "" : result.isMet() ? "met" : "**missed**";
            String time = row.kind() == Row.Kind.RATIO || row.kind() == Row.Kind.MORE ? nanoseconds(result.time()) : "";
            String baseline = result.baselineTime() == null ? "" : nanoseconds(result.baselineTime());
            String bytes = result.bytes() == null ? "" : String.format(Locale.ROOT, "%.0f B", result.bytes());
            text.append(String.format(
                    "| %s | %s | %s%s | %s to %s | %s | %s | %s | %s | %s |%n",
                    row.name(),
                    row.target(),
                    number(result.median(), row),
                    unit,
                    number(result.least(), row),
                    number(result.most(), row),
                    goal,
                    verdict,
                    time,
                    baseline,
                    bytes));
        }
        return text.toString();
    }

    private static String number(double value, Row row) {
        return String.format(Locale.ROOT, row.kind() == Row.Kind.RATIO ? "%.3f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    private static String nanoseconds(double value) {
        return String.format(Locale.ROOT, value < 1000 ? "%.1f ns" : "%.0f ns", value);
    }

    static String json(List<Row.Result> results, Machine machine, Case.Effort effort) {
        StringBuilder text = new StringBuilder("{\n");
        text.append("  \"machine\": ").append(quoted(machine.describe())).append(",\n");
        text.append("  \"effort\": ").append(quoted(effort.describe())).append(",\n  \"rows\": [\n");
        for (int i = 0; i < results.size(); i++) {
            Row.Result result = results.get(i);
            Row row = result.row();
            text.append("    {\"name\": ").append(quoted(row.name()));
            text.append(", \"target\": ").append(quoted(row.target()));
            text.append(", \"kind\": ").append(quoted(row.kind().name().toLowerCase(Locale.ROOT)));
            text.append(", \"ratio\": ").append(row.kind() == Row.Kind.RATIO ? plain(result.median()) : "null");
            text.append(", \"value\": ").append(plain(result.median()));
            text.append(", \"goal\": ").append(row.goal() == null ? "null" : plain(row.goal()));
            text.append(", \"met\": ").append(row.goal() == null ? "null" : result.isMet());
            text.append(", \"spread\": [").append(plain(result.least())).append(", ").append(plain(result.most())).append(']');
            text.append(", \"time_ns\": ").append(plain(result.time()));
            text.append(", \"baseline_ns\": ").append(result.baselineTime() == null ? "null" : plain(result.baselineTime()));
            text.append(", \"allocated_bytes\": ").append(result.bytes() == null ? "null" : plain(result.bytes()));
            text.append(i + 1 < results.size() ? "},\n" : "}\n");
        }
        return text.append("  ]\n}\n").toString();
    }

    private static String plain(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
}
