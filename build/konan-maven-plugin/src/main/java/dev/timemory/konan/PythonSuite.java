package dev.timemory.konan;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** Python tests that are run by one process: a {@code <suite>} of {@link PythonTestMojo}, whose elements are its fields. */
public class PythonSuite {

    /** Where they are, if not in the package's own folder {@code tests}: they are run all the same by what is there. */
    private File tests;

    /** What the reports are called after. */
    private String reports = "python";

    /** Made by Maven. */
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
