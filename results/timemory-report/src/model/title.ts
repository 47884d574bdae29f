import type { Report } from './report.ts';
import { visibleText } from './text.ts';

const MAX_LENGTH = 200;

/** What the page is called: by the writer, or for several processes together by how many there are. */
export function pageTitle({ title, metadata, runs }: Report): string {
  const processes = runs.length === 1 ? Number(new Map(metadata).get('processes') ?? 1) : 1;
  if (!(processes > 1) || title.includes('processes')) return title;
  return title === 'timemory' ? `${processes} processes` : `${title} (${processes} processes)`;
}

/** What a tab of the browser is called: the program, its process, and when it measured, as far as they are known. */
export function tabTitle(report: Report): string {
  const { metadata, runs } = report;
  const facts = new Map(metadata);
  const pid = runs.length === 1 ? facts.get('pid') : undefined;
  const written = facts.get('written at');
  return visibleText([pageTitle(report), pid && `(${pid})`, written].filter(Boolean).join(' ').slice(0, MAX_LENGTH));
}
