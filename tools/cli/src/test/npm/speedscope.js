// Checks a file against the JSON schema that speedscope publishes, then opens and closes its frames as speedscope does.
'use strict';

const fs = require('fs');
const Ajv = require('ajv');
const { check, print, row } = require('./rows');

const file = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const schema = JSON.parse(fs.readFileSync(require.resolve('speedscope/dist/release/file-format-schema.json'), 'utf8'));
const validate = new Ajv({ strict: false }).compile(schema);
check(validate(file), 'schema:', validate.errors);
check(file.profiles[file.activeProfileIndex] !== undefined, 'no active profile');

for (const profile of file.profiles) {
    const open = [];
    const found = [];
    let last = profile.startValue;
    for (const event of profile.events) {
        check(event.at >= last && event.at <= profile.endValue, 'events out of order at', event);
        if (open.length > 0) open[open.length - 1].own += event.at - last;
        last = event.at;
        const frame = file.shared.frames[event.frame];
        if (event.type === 'O') {
            const one = { depth: open.length, name: frame.name, begin: event.at, own: 0 };
            open.push(one);
            found.push(one);
        } else {
            check(open.length > 0 && open[open.length - 1].name === frame.name, 'tried to leave a frame that is not the innermost one', event);
            const one = open.pop();
            one.total = event.at - one.begin;
        }
    }
    check(open.length === 0, 'frames that are not closed');
    for (const one of found) row(profile.name, one.depth, one.name, 1, one.total, one.own);
}
print();
