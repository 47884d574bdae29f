const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Control characters, among them those that reverse the direction of the text after them, become visible escapes: a label cannot pretend
 * to be another one.
 */
export function visibleText(label: string): string {
  return label.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
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
