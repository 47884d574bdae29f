import { readFileSync } from 'node:fs';

/** Literals of any length compile slowly, and the formats of class files bound them. */
const LONGEST = 20_000;

const text = readFileSync(process.argv[2], 'utf8');
const parts = [];
for (let at = 0; at < text.length; at += LONGEST) parts.push(text.slice(at, at + LONGEST));
const escapes = { '\\': '\\\\', '"': '\\"', '$': '\\$', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const literal = (part) => `"${part.replace(/[\\"$\n\r\t]|[^\x20-\x7e]/g, (c) => escapes[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
console.log(`package timemory.export.internal\n\ninternal val reportTemplateParts: Array<String>? = arrayOf(\n${parts.map((part) => `    ${literal(part)},`).join('\n')}\n)`);
