package dev.timemory.konan;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** Python tests that run in one process: a {@code <suite>} of {@link PythonTestMojo}, whose elements are its fields. */
public class PythonSuite {

    /** The folder of the tests, if not the package's own folder {@code tests}; the runner in {@code tests} is used in any case. */
    private File tests;

    /** The name prefix of the reports. */
    private String reports = "python";

    /** Created by Maven. */
    public PythonSuite() {}

    String reports() {
        return reports;
    }

    List<String> command(String python) {
        List<String> command = new ArrayList<>(List.of(python, "-B", "-m", "tests"));
        if (tests != null) {
            command.add(tests.toString());
        }
        return command;
    }
}
