/**
 * Labels as text: what is in them is made visible, and what does not fit is left out where it says least.
 *
 * Of a name of a function, parameters go first, then packages from the front: `org.h2.command.Insert.addRow(int, Row)` becomes
 * `Insert.addRow`. Other labels lose their middle. Nothing cuts a grapheme cluster, such as an emoji of several characters, in two.
 */

const MODIFIED = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`;
/**
 * Control characters, those that are seen by nothing or turn the direction of text, separators of lines, what has no agreed shape, halves
 * of pairs. Before them, emoji that are joined: the character that joins these changes nothing else.
 */
const HOSTILE = new RegExp(String.raw`(${MODIFIED}(?:\u200d${MODIFIED})+)|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\ufffe\uffff]`, 'gu');
const NAMED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * What cannot be seen, or changes how the text after it is seen, becomes a visible escape: a label cannot pretend to be another one. The
 * escapes are those of all other outputs (`LabelText.kt` of timemory-dsl), which look at 16 bits at a time.
 */
export function visibleText(label: string): string {
  return label.replace(HOSTILE, (character, joined) => (joined || character.length > 1 ? character : NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

/** What is shown of a label that nothing can be seen of; null for others. */
export function blankText(label: string): string | null {
  if (label === '') return '(empty label)';
  return label.length < 100 && visibleText(label).trim() === '' ? '(blank label)' : null;
}

/** More of a label is never looked at: it may have a million characters. */
const MAX_LENGTH = 2000;

/** A label in at most `length` columns. */
export function shortLabel(label: string, length: number): string {
  const text = blankText(label) ?? visibleText(label.length > MAX_LENGTH ? trimHalf(label.slice(0, MAX_LENGTH / 2), true) + '…' + trimHalf(label.slice(-MAX_LENGTH / 2), false) : label);
  if (fits(text, length)) return text;
  const name = shortName(text, length);
  return name === null ? shortenMiddle(text, length) : shortenEnd(name, length);
}

/** Keeps the begin, by which a function is known: `encodeOr…`. */
function shortenEnd(text: string, length: number): string {
  return fits(text, length) ? text : length < 2 ? shortenMiddle(text, length) : `${part(text, length - 1, false)}…`;
}

/** Keeps both ends. */
export function shortenMiddle(text: string, length: number): string {
  if (fits(text, length)) return text;
  if (length < 2) return length < 1 ? '' : '…';
  const head = Math.ceil((length - 1) / 2);
  return `${part(text, head, false)}…${part(text, length - 1 - head, true)}`;
}

/** A name without its parameters and as many of its packages as do not fit; null for anything else. */
function shortName(text: string, length: number): string | null {
  const name = withoutReturnType(withoutParameters(text));
  if (!/^[~\p{L}_$/]/u.test(name) || /\s/.test(name.replace(/<.*>/s, ''))) return null;
  if (fits(name, length)) return name;
  const mark = name.startsWith('~') ? '~' : '';
  const ends = separators(name);
  // Class and function as long as there is room for both, else the function.
  for (let i = 0; i < ends.length; i++) {
    const rest = name[ends[i] - 1] === '/' ? `…/${name.slice(ends[i])}` : mark + name.slice(ends[i]);
    if (fits(rest, length) || i === ends.length - 1) return rest;
  }
  return name;
}

/** `a.b.Type.run(int, Row) const` without its last brackets. */
function withoutParameters(text: string): string {
  const end = /\)(?: const)?(?: \[clone .*\])?$/.exec(text);
  if (!end) return text;
  let depth = 0;
  for (let at = end.index; at > 0; at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '(' && --depth === 0) return /[\w$>~\]]/.test(text[at - 1]) ? text.slice(0, at) : text;
  }
  return text;
}

/** `void ns::run<int>` without the type before it. */
function withoutReturnType(name: string): string {
  if (!name.includes('::')) return name;
  let depth = 0;
  for (let at = name.length - 1; at >= 0; at--) {
    if (name[at] === '>') depth++;
    else if (name[at] === '<') depth--;
    else if (name[at] === ' ' && depth === 0) return name.slice(at + 1);
  }
  return name;
}

/** A library that a function is of: one part of its name, whatever dots it has. */
const LIBRARY = /^~?[\w+-][\w+.-]*?\.so(?:\.\d+)*(?=\.)/;

/** Where the parts of a name begin but for the first: after `.`, `::` and `/` outside of brackets. */
function separators(name: string): number[] {
  const begins: number[] = [];
  let depth = 0;
  for (let at = LIBRARY.exec(name)?.[0].length ?? 0; at < name.length - 1; at++) {
    const character = name[at];
    if (character === '<' || character === '(') depth++;
    else if (character === '>' || character === ')') depth--;
    else if (depth === 0 && at > 0 && (character === '.' || character === '/' || (character === ':' && name[at - 1] === ':'))) begins.push(at + 1);
  }
  return begins;
}

const PLAIN = /^[\x20-\x7e]*$/;
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u;
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A grapheme cluster takes two columns if it is an emoji or an East Asian character. */
const columnsOf = (cluster: string) => (WIDE.test(cluster) ? 2 : 1);

function fits(text: string, length: number): boolean {
  if (PLAIN.test(text)) return text.length <= length;
  let columns = 0;
  for (const { segment } of clusters.segment(text)) if ((columns += columnsOf(segment)) > length) return false;
  return true;
}

/** As many whole clusters from one end as fit. */
function part(text: string, length: number, fromEnd: boolean): string {
  if (PLAIN.test(text)) return fromEnd ? text.slice(text.length - length) : text.slice(0, length);
  const all = Array.from(clusters.segment(text), ({ segment }) => segment);
  if (fromEnd) all.reverse();
  const kept: string[] = [];
  let columns = 0;
  for (const cluster of all) {
    if ((columns += columnsOf(cluster)) > length) break;
    kept.push(cluster);
  }
  return (fromEnd ? kept.reverse() : kept).join('');
}

function trimHalf(part: string, atEnd: boolean): string {
  const code = part.charCodeAt(atEnd ? part.length - 1 : 0);
  const half = atEnd ? code >= 0xd800 && code <= 0xdbff : code >= 0xdc00 && code <= 0xdfff;
  if (!half) return part;
  return atEnd ? part.slice(0, -1) : part.slice(1);
}
