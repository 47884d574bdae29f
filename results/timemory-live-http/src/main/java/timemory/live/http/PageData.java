package timemory.live.http;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import kotlin.Pair;
import kotlin.Unit;
import timemory.Timemory;
import timemory.export.internal.ReportData;
import timemory.internal.platform.FileOutput;
import timemory.internal.platform.ProcessMark;
import timemory.internal.text.JsonWriter;
import timemory.live.slow.SlowLapRecorder;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.settings.PercentilesKt;

/** The data that the live report polls, in the format that {@code contract.ts} of timemory-report defines. */
final class PageData {

    private static final int MAX_BYTES = 64 << 20;

    /** How many characters of this timemory copy's ID are used. */
    private static final int MARK = 8;

    private PageData() {}

    /**
     * Returns the data of {@code snapshot}.
     *
     * @throws TooMuchException if they exceed 64 MiB
     */
    static byte[] of(Snapshots.Snapshot snapshot) {
        return bytes(snapshot.results, "", json -> writeLive(json, sessionOf(snapshot), snapshot.number, snapshot.at));
    }

    /** Returns the data of a process that is not measuring: a report without regions, which keeps polling. */
    static byte[] ofNothing() {
        Results none = new Results(List.of(), ProcessMark.Companion.own().getPid(), 0, List.of(), 1, null, null, null, 0, Map.of());
        return bytes(none, "", json -> writeLive(json, "none", 0, Instant.now()));
    }

    /** Returns the data of slow laps, for a report that does not poll. */
    static byte[] ofSlow(Results results) {
        return bytes(results, ": slowest laps", json -> {});
    }

    /** Returns an ID of the process and its session, by which the report notices that the session it showed has ended. */
    static String sessionOf(Snapshots.Snapshot snapshot) {
        ProcessMark own = ProcessMark.Companion.own();
        return own.getPid() + "-" + own.getStart() + "-" + own.getImage().substring(0, MARK) + "-" + snapshot.session;
    }

    private static void writeLive(JsonWriter json, String session, long number, Instant at) {
        json.name("live");
        json.beginObject();
        json.field("session", session);
        json.field("number", number);
        json.field("at", at.toEpochMilli());
        json.field("slow", SlowLapRecorder.INSTANCE.isKeeping());
        writeFormats(json);
        json.endObject();
    }

    private static void writeFormats(JsonWriter json) {
        json.name("formats");
        json.beginArray();
        for (ResultFormat format : ResultFormat.getAll()) {
            json.beginObject();
            json.field("id", format.getId());
            json.field("description", format.getDescription());
            json.endObject();
        }
        json.endArray();
    }

    private static byte[] bytes(Results results, String what, Consumer<JsonWriter> further) {
        List<Double> percentiles = PercentilesKt.percentilesOf(Timemory.getSettings().getPercentiles());
        ProcessMark own = ProcessMark.Companion.own();
        String title = own.getProgram() + " (" + own.getPid() + ")" + what;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FileOutput out = new FileOutput((chunk, count) -> {
            if (bytes.size() > MAX_BYTES - count) {
                throw new TooMuchException("these results have more than " + (MAX_BYTES >> 20)
                        + " MiB as the page reads them: download them in another format, such as compact");
            }
            bytes.write(chunk, 0, count);
            return Unit.INSTANCE;
        });
        JsonWriter json = new JsonWriter(out, true);
        new ReportData(percentiles == null ? List.of() : percentiles).write(json, title, List.of(new Pair<>(title, results)), given -> {
            further.accept(given);
            return Unit.INSTANCE;
        });
        out.flush();
        return bytes.toByteArray();
    }

    /** Thrown if the data is too large to send at once. */
    static final class TooMuchException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMuchException(String sentence) {
            super(sentence);
        }
    }
}
