import { busyText, headlineOf } from '../model/facts.ts';
import { formatCount, formatDuration } from '../model/format.ts';
import type { Report } from '../model/report.ts';
import { Label } from './label.tsx';

/** What ran, for how long, and when: `Server  ran 4.90 s  CPU 170 ms (waiting most of the time)  8 threads`. */
export function RunHeadline({ report, index }: { report: Report; index: number }) {
  const headline = headlineOf(report, index);
  const { program, elapsed, cpu, threads, processes, when, where } = headline;
  const busy = busyText(headline);
  return (
    <dl class="headline wide">
      <div><dt>program</dt><dd><Label text={program} length={50} /></dd></div>
      {processes > 1 && <div><dt>processes</dt><dd>{formatCount(processes)}</dd></div>}
      {elapsed !== null && <div><dt>ran</dt><dd>{formatDuration(elapsed)}</dd></div>}
      {cpu !== null && <div><dt>CPU time</dt><dd>{cpu === 0 ? 'under 10 ms' : formatDuration(cpu)}{busy && <small> {busy}</small>}</dd></div>}
      {threads !== null && <div><dt>threads</dt><dd>{formatCount(threads)}</dd></div>}
      {when && <div><dt>written</dt><dd><Label text={when} length={40} /></dd></div>}
      {where && <div><dt>host</dt><dd><Label text={where} length={40} /></dd></div>}
    </dl>
  );
}
