package timemory.tools.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;
import timemory.export.data.ResultsBuilder;

/** The flat and the tree JSON of timemory, its {@code RunData}, and {@code results.tmy}, which timemory-export reads. */
final class TimemoryJson implements FileReader {

    private static final Pattern BEGIN = Pattern.compile("^\\uFEFF?\\s*\\{\\s*\"(timemory\"|version\"\\s*:\\s*\\d)");

    /** How {@code results.tmy} begins, whose first byte is none of UTF-8. */
    private static final String WIRE = "\uFFFDTMY\r\n\u001A\n";

    @Override
    public boolean isOfKind(String begin) {
        return BEGIN.matcher(begin).find() || begin.startsWith(WIRE);
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        timemory.export.data.internal.TimemoryJson.read(ResultFiles.sourceOf(content), results);
    }
}
