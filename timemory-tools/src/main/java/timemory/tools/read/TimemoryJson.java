package timemory.tools.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;
import timemory.export.data.ResultsBuilder;

/** The flat and the tree JSON of timemory, and its {@code RunData}, which timemory-export reads. */
final class TimemoryJson implements FileReader {

    private static final Pattern BEGIN = Pattern.compile("^\\uFEFF?\\s*\\{\\s*\"(timemory\"|version\"\\s*:\\s*\\d)");

    @Override
    public boolean isOfKind(String begin) {
        return BEGIN.matcher(begin).find();
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        timemory.export.data.internal.TimemoryJson.read((into, offset) -> content.read(into, offset, into.length - offset), results);
    }
}
