import { readFileSync } from 'node:fs';

/** Literals of any length compile slowly, and the formats of class files bound them. */
const LONGEST = 20_000;

const text = readFileSync(process.argv[2], 'utf8');
const parts = [];
const placeholder = '__TIMEMORY_DATA__';
const place = text.indexOf(placeholder);
for (let at = 0; at < text.length; at += parts.at(-1).length) {
  // Each part becomes bytes for itself: none ends within a pair of surrogates, or within the place for results.
  let end = at + LONGEST;
  if (end > place && end < place + placeholder.length) end = place;
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++;
  parts.push(text.slice(at, end));
}
const escapes = { '\\': '\\\\', '"': '\\"', '$': '\\$', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const literal = (part) => `"${part.replace(/[\\"$\n\r\t]|[^\x20-\x7e]/g, (c) => escapes[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
console.log(`package timemory.export.internal\n\ninternal val reportTemplateParts: Array<String>? = arrayOf(\n${parts.map((part) => `    ${literal(part)},`).join('\n')}\n)`);
