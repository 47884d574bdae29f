package timemory.tools;

import java.util.Iterator;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import timemory.output.ResultFormat;

/** The names of formats, for completion and help. */
public final class FormatIds implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return ResultFormat.getAll().stream().map(ResultFormat::getId).iterator();
    }

    /** The formats that {@code names} lists, apart by commas. */
    public static List<ResultFormat> parse(CommandLine line, String names) {
        try {
            return ResultFormat.listOf(names);
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(line, failure.getMessage());
        }
    }
}
