/** Control characters, those that are seen by nothing or turn the direction of text, separators of lines, what has no agreed shape, halves of pairs. */
const HOSTILE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\ufffe\uffff]/gu;
const NAMED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * What cannot be seen, or changes how the text after it is seen, becomes a visible escape: a label cannot pretend to be another one. The
 * escapes are those of all other outputs (`LabelText.kt` of timemory-dsl), which look at 16 bits at a time.
 */
export function visibleText(label: string): string {
  return label.replace(HOSTILE, (character) => (character.length > 1 ? character : NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

/** Keeps both ends, where the package and the function of a qualified name stand. Never cuts a character outside the BMP in two. */
export function shortenMiddle(label: string, length: number): string {
  if (label.length <= length) return label;
  if (length < 2) return length < 1 ? '' : '…';
  const head = Math.ceil((length - 1) / 2);
  const tail = length - 1 - head;
  return trimHalf(label.slice(0, head), true) + '…' + trimHalf(label.slice(label.length - tail), false);
}

export function shortLabel(label: string, length: number): string {
  return shortenMiddle(visibleText(shortenMiddle(label, length * 2)), length);
}

function trimHalf(part: string, atEnd: boolean): string {
  const code = part.charCodeAt(atEnd ? part.length - 1 : 0);
  const half = atEnd ? code >= 0xd800 && code <= 0xdbff : code >= 0xdc00 && code <= 0xdfff;
  if (!half) return part;
  return atEnd ? part.slice(0, -1) : part.slice(1);
}
