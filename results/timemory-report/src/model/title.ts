import type { Report } from './report.ts';
import { visibleText } from './text.ts';

const MAX_LENGTH = 200;

/** What a tab of the browser is called: the program, its process, and when it measured, as far as they are known. */
export function tabTitle({ title, metadata, runs }: Report): string {
  const facts = new Map(metadata);
  const pid = runs.length === 1 ? facts.get('pid') : undefined;
  const written = facts.get('written at');
  return visibleText([title, pid && `(${pid})`, written].filter(Boolean).join(' ').slice(0, MAX_LENGTH));
}
