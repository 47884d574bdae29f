package timemory.history.command;

import timemory.tools.CommandProvider;

/** Tells the command {@code timemory} of its part {@code history}. */
public final class HistoryCommandProvider implements CommandProvider {
    @Override
    public Object command() {
        return new HistoryCommand();
    }
}
