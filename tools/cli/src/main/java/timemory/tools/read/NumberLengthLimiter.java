package timemory.tools.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Fails inside a number that is too long: parsers read a number to its end, even a gigabyte of digits, before they check its length.
 */
final class NumberLengthLimiter extends FilterInputStream {

    private static final int MAX_DIGITS = 1_000_000;

    private int run;

    NumberLengthLimiter(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        if (read >= 0) {
            look((byte) read);
        }
        return read;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = super.read(into, offset, length);
        for (int i = 0; i < read; i++) {
            look(into[offset + i]);
        }
        return read;
    }

    private void look(byte one) throws IOException {
        run = one >= '0' && one <= '9' ? run + 1 : 0;
        if (run > MAX_DIGITS) {
            throw new IOException("has a number of more than " + MAX_DIGITS + " digits");
        }
    }
}
