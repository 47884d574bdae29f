// What the scripts here have in common: rows printed for the tests.
'use strict';

const fs = require('fs');

const lines = [];

exports.row = (...values) => lines.push(JSON.stringify(values));

exports.print = () => fs.writeSync(1, lines.join('\n') + '\n');

exports.check = (isRight, ...what) => {
    if (!isRight) throw new Error(what.map(part => (typeof part === 'object' ? JSON.stringify(part) : part)).join(' '));
};
