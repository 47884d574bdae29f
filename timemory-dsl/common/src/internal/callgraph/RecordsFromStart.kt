package timemory.internal.callgraph

/**
 * What [recording] is before there was any session: `false` where it is plain without one that measuring is off. The session, with all its
 * settings, then begins when somebody asks for it (`beginDeferred`).
 */
internal expect val recordsFromStart: Boolean
