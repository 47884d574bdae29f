import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleText } from '../../src/model/text.ts';

/** The same stand in TerminalTest of timemory-tools: all outputs show a label alike. */
const SHOWN: [label: string, shown: string][] = [
  ['plain a.b/c:1 ä 日本 😀', 'plain a.b/c:1 ä 日本 😀'],
  ['line\nbreak\r\tend', 'line\\nbreak\\r\\tend'],
  ['\u0000\u0007\u001b[31m\u007f\u0085', '\\u0000\\u0007\\u001b[31m\\u007f\\u0085'],
  ['gnp\u202etxt\u2066\u200e\u200b\u00ad\ufeff', 'gnp\\u202etxt\\u2066\\u200e\\u200b\\u00ad\\ufeff'],
  ['a\u2028b\u2029c\ue000\uffff', 'a\\u2028b\\u2029c\\ue000\\uffff'],
  ['half \ud83d and \ude00 whole \ud83d\ude00', 'half \\ud83d and \\ude00 whole 😀'],
];

test('labels are shown as all outputs show them', () => {
  for (const [label, shown] of SHOWN) assert.equal(visibleText(label), shown);
});
