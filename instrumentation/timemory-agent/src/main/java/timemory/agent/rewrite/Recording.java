package timemory.agent.rewrite;

import timemory.agent.boot.Launch;
import timemory.agent.lines.LineRecorder;
import timemory.agent.lines.Lines;
import timemory.agent.record.Coroutines;
import timemory.agent.record.Recorder;
import timemory.agent.record.Sites;

/** Records in a program that was woven ahead of time. */
public final class Recording {
    private Recording() {}

    /** Called once, when the first woven class of the program is initialised. */
    public static void start() {
        Launch.install(new Recorder(new Sites(), new LineRecorder(new Lines()), new Coroutines(new ProgramKotlinRuntime())));
    }
}
