package timemory.history.command;

import timemory.tools.FurtherCommand;

/** Tells the command {@code timemory} of its part {@code history}. */
public final class HistoryIsThere implements FurtherCommand {
    @Override
    public Object command() {
        return new HistoryCommand();
    }
}
