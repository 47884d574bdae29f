package timemory.internal.callgraph

/**
 * What [recording] is before there was any session: `false` where it is plain without one that measuring is off. The session, with all its
 * settings, then begins when it is first asked for (`beginDeferred`).
 */
internal expect val recordsFromStart: Boolean
