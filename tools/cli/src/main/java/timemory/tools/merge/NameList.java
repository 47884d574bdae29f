package timemory.tools.merge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * File names, one per line, as {@code find} and {@code ls} write them: a name may contain spaces and quotes. Empty lines and those that
 * begin with {@code #} are skipped.
 */
public final class NameList {

    private final String name;
    private final InputStream content;

    /** @param name what messages call it */
    public NameList(String name, InputStream content) {
        this.name = name;
        this.content = content;
    }

    /**
     * The names in it.
     *
     * @throws IOException with a message that names the list and says what is wrong with it
     */
    public List<String> names() throws IOException {
        try {
            return read(new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8)));
        } catch (IOException failure) {
            throw new IOException(name + ": " + failure.getMessage(), failure);
        }
    }

    private static List<String> read(BufferedReader lines) throws IOException {
        List<String> names = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.indexOf('\0') >= 0) {
                throw new IOException("is not a list of names, one per line; name results files directly, or read them from /dev/stdin");
            }
            if (!line.isBlank() && !line.startsWith("#")) {
                names.add(line);
            }
        }
        return names;
    }
}
