// Imports a trace by the code of the speedscope package itself, and prints the frames that it makes of it.
'use strict';

const fs = require('fs');
const path = require('path');
const vm = require('vm');
const { check, print, row } = require('./rows');

// The importer stands in the bundle of the page, which asks for a browser only after all of it is defined.
const release = path.dirname(require.resolve('speedscope/dist/release/file-format-schema.json'));
const bundle = fs.readFileSync(path.join(release, fs.readdirSync(release).find(name => /^speedscope-.*\.js$/.test(name))), 'utf8');
const importer = /function (\w+)\(t\)\{return \w+\(t\)\?\w+\(t\):\w+\(t\)\?\w+\(t\.traceEvents\)/.exec(bundle);
check(importer !== null, 'the importer of traces is not where it was in speedscope');
const initializer = /,(\w+)=re\(\(\)=>\{"use strict";V\(\);ke\(\);Ke\(\);\w+=\["line","column"/.exec(bundle);
check(initializer !== null, 'the part of speedscope that imports traces is not where it was');
const warnings = [];
const sandbox = { console: { warn: text => warnings.push(text), log() {} } };
const opened = bundle.replace('"use strict";(()=>{', `"use strict";(()=>{globalThis.importTrace=t=>{${initializer[1]}();return ${importer[1]}(t)};`);
try {
    vm.runInNewContext(opened, sandbox);
} catch (noBrowser) {
    // As expected.
}

const { profiles } = sandbox.importTrace(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')));
check(warnings.length === 0, warnings.length, 'warnings, first', warnings[0]);
for (const profile of profiles) {
    const open = [];
    profile.forEachCall(
        (node, value) => {
            open.push({ name: node.frame.name, depth: open.length, begin: value, at: open.length, row: null });
        },
        (node, value) => {
            const one = open.pop();
            check(one.name === node.frame.name, 'closed another frame');
            row('frame', one.depth, one.name, 1, value - one.begin, one.begin);
        },
    );
    check(open.length === 0, 'frames that are not closed');
    row('profile', 0, profile.getName(), 1, profile.getTotalWeight(), new Set(profile.frames ? [...profile.frames].map(f => f.name) : []).size);
}
print();
