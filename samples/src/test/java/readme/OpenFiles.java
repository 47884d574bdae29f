package readme;

import java.io.File;
import timemory.*;

public final class OpenFiles extends LongDeltaComponent {
    public static final ComponentType<OpenFiles> TYPE =
            new ComponentType<>("open_files", "Change of the number of open files", Quantity.COUNT, OpenFiles::new);

    @Override
    protected long read() {
        return new File("/proc/self/fd").list().length;
    }
}
