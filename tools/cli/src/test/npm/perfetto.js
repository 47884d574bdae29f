// Decodes a trace by Perfetto's published fields and checks what its importer asks for.
'use strict';

const fs = require('fs');
const protobuf = require('protobufjs');
const { check, print, row } = require('./rows');

const Trace = protobuf.loadSync(__dirname + '/perfetto.proto').lookupType('Trace');
const bytes = fs.readFileSync(process.argv[2]);
const trace = Trace.decode(bytes);
check(Trace.encode(trace).finish().length === bytes.length, 'fields that are not known');

const CLEARED = 1;
const NEEDED = 2;
const BEGIN = 1;
const END = 2;
const COUNTER = 4;
const names = new Map();
const tracks = new Map();
const slices = [];
const counters = [];

trace.packet.forEach((packet, index) => {
    check(packet.trustedPacketSequenceId > 0, 'packet without a sequence');
    check(packet.sequenceFlags === (index === 0 ? CLEARED | NEEDED : NEEDED), 'flags of packet', index, packet.sequenceFlags);
    for (const name of packet.internedData?.eventNames ?? []) {
        check(Number(name.iid) > 0 && !names.has(Number(name.iid)), 'interned twice', name);
        names.set(Number(name.iid), name.name);
    }
    const track = packet.trackDescriptor;
    if (track) {
        check(!tracks.has(Number(track.uuid)) && Number(track.uuid) !== 0, 'described twice', track);
        check(!track.thread || track.thread.tid > 0, 'thread 0', track);
        tracks.set(Number(track.uuid), { open: [], last: 0, counter: track.counter ? `${track.name} [${track.counter.unitName}]` : null });
    }
    const event = packet.trackEvent;
    if (!event) return;
    const on = tracks.get(Number(event.trackUuid));
    const at = Number(packet.timestamp);
    check(on !== undefined, 'event on a track that is not described');
    check(at >= on.last, 'goes back in time', at, on.last);
    on.last = at;
    check((event.type === COUNTER) === (on.counter !== null), 'a counter and a slice on one track', event);
    if (event.type === COUNTER) {
        counters.push({ name: on.counter, at, value: event.doubleCounterValue });
    } else if (event.type === BEGIN) {
        const name = names.get(Number(event.nameIid));
        check(name !== undefined, 'name that is not interned', event);
        const below = event.debugAnnotations.find(a => a.name === 'below');
        check(!below || (on.open.length === 0 && Number(below.intValue) < slices.length), 'below a slice that was not begun', below);
        const known = {};
        for (const a of event.debugAnnotations) known[a.name] = a.doubleValue !== 0 ? a.doubleValue : Number(a.intValue);
        const slice = { depth: on.open.length, name, begin: at, known };
        on.open.push(slice);
        slices.push(slice);
    } else {
        check(event.type === END && on.open.length > 0, 'ends what is not open');
        const slice = on.open.pop();
        slice.duration = at - slice.begin;
        const around = on.open[on.open.length - 1];
        check(!around || slice.begin >= around.begin, 'is not nested');
    }
});
for (const [track, on] of tracks) check(on.open.length === 0, 'slices still open on track', track);

for (const slice of slices) row('slice', slice.depth, slice.name, slice.known.laps, slice.duration, slice.begin);
for (const counter of counters) row('counter', 0, counter.name, 1, counter.value, counter.at);
for (const id of Object.keys(slices[0]?.known ?? {})) {
    if (['laps', 'sum', 'concurrent', 'below'].includes(id)) continue;
    for (const slice of slices) row(id, slice.depth, slice.name, slice.known.laps, slice.known[id] ?? null, null);
}
print();
