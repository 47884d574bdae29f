import { formatDuration, formatValue } from './format.ts';
import type { Report } from './report.ts';

/** What a run was, for the headline of its page. What is not known is null. */
export interface Headline {
  program: string;
  /** Nanoseconds from the start of the process until its results were written. */
  elapsed: number | null;
  /** Nanoseconds of processor time of the process. */
  cpu: number | null;
  threads: number | null;
  processes: number;
  /** When the results were written. */
  when: string | null;
  where: string | null;
}

/** What facts of a run call what went wrong; of several runs, each with its name before. */
const PROBLEM = /^(.*: )?problem$/s;

/** Facts that the headline shows. */
const IN_HEADLINE = new Set(['program', 'elapsed seconds', 'cpu seconds', 'threads', 'processes', 'written at', 'hostname']);

export function headlineOf({ title, metadata, runs }: Report, index: number): Headline {
  const run = runs[index];
  const prefix = runs.length === 1 ? '' : `${run.data.name}: `;
  const facts = new Map(metadata.filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key.slice(prefix.length), value]));
  const number = (key: string) => {
    const value = Number(facts.get(key) ?? NaN);
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  const processes = number('processes') ?? 1;
  const seconds = (key: string) => (processes > 1 || number(key) === null ? null : number(key)! * 1e9);
  const threads = number('threads') ?? (run.data.threads.length || null);
  return {
    program: facts.get('program') ?? (runs.length === 1 ? title : run.data.name),
    elapsed: seconds('elapsed seconds'),
    cpu: seconds('cpu seconds'),
    threads,
    processes,
    when: facts.get('written at') ?? facts.get('started') ?? null,
    where: facts.get('hostname') ?? facts.get('host') ?? null,
  };
}

/** Whether a run computed or waited, in a few words; null where that is not known. */
export function busyText({ elapsed, cpu }: Headline): string | null {
  if (elapsed === null || cpu === null || elapsed === 0) return null;
  const processors = cpu / elapsed;
  if (processors >= 1.5) return `${processors.toFixed(1)} processors busy`;
  if (processors >= 0.7) return 'computing most of the time';
  return processors >= 0.3 ? 'computing and waiting' : 'waiting most of the time';
}

/** What went wrong, each once, with how often it did. */
export function problemsOf({ metadata }: Report): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const [key, text] of metadata) if (PROBLEM.test(key)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts];
}

/** The other facts, with readable values. */
export function furtherFacts({ metadata, runs }: Report): [key: string, value: string][] {
  const isShown = (key: string) => !PROBLEM.test(key) && !(runs.length === 1 && IN_HEADLINE.has(key));
  return metadata.filter(([key]) => isShown(key)).map(([key, value]) => [key, readableFact(key, value)]);
}

function readableFact(key: string, value: string): string {
  const [, number, name] = /^(\d+(?:\.\d+)?) (kB|MHz)$/.exec(value) ?? [];
  if (name === 'kB') return formatValue(Number(number) * 1e3, { unit: 'KB', factor: 1e3 });
  if (name === 'MHz') return formatValue(Number(number) * 1e6, { unit: 'Hz', factor: 1 });
  if (key.endsWith(' seconds') && /^\d+(\.\d+)?$/.test(value)) return formatDuration(Number(value) * 1e9);
  return value;
}
