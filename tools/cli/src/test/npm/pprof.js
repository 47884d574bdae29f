// Decodes a profile by pprof's published fields, checks what pprof's own check asks for, and adds up its samples by stack.
'use strict';

const fs = require('fs');
const zlib = require('zlib');
const protobuf = require('protobufjs');
const { check, print, row } = require('./rows');

const Profile = protobuf.loadSync(__dirname + '/pprof.proto').lookupType('Profile');
const bytes = zlib.gunzipSync(fs.readFileSync(process.argv[2]));
const profile = Profile.decode(bytes);
check(profile.stringTable[0] === '', 'the first text is not empty');
check(new Set(profile.stringTable).size === profile.stringTable.length, 'a text stands twice');

const text = index => {
    check(Number(index) >= 0 && Number(index) < profile.stringTable.length, 'no text', index);
    return profile.stringTable[Number(index)];
};
const byId = list => {
    const map = new Map(list.map(one => [Number(one.id), one]));
    check(map.size === list.length && !map.has(0), 'ids that are 0 or not unique');
    return map;
};
const functions = byId(profile.function);
const locations = byId(profile.location);
const types = profile.sampleType.map(type => ({ type: text(type.type), unit: text(type.unit) }));
check(types.some(type => type.type === text(profile.defaultSampleType)), 'the default is no type');
profile.comment.forEach(text);

const outermost = { depth: -1, children: new Map() };
for (const sample of profile.sample) {
    check(sample.value.length === types.length, 'values of a sample', sample.value.length, types.length);
    let node = outermost;
    for (const id of [...sample.locationId].reverse()) {
        const location = locations.get(Number(id));
        check(location !== undefined && location.line.length === 1, 'no location', id);
        const name = text(functions.get(Number(location.line[0].functionId)).name);
        if (!node.children.has(name)) node.children.set(name, { depth: node.depth + 1, name, own: types.map(() => 0), children: new Map() });
        node = node.children.get(name);
    }
    sample.value.forEach((value, i) => { node.own[i] += Number(value); });
}

types.forEach((type, i) => {
    if (type.type === 'laps') return;
    const pending = [...outermost.children.values()].reverse();
    while (pending.length > 0) {
        const node = pending.pop();
        row(type.type + ' ' + type.unit, node.depth, node.name, node.own[0], null, node.own[i]);
        pending.push(...[...node.children.values()].reverse());
    }
});
print();
