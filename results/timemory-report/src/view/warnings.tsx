import { useMemo } from 'preact/hooks';
import { problemsOf } from '../model/facts.ts';
import { formatCount, formatShare } from '../model/format.ts';
import type { Report } from '../model/report.ts';
import type { Run } from '../model/run.ts';
import { shortLabel } from '../model/text.ts';
import { overheadsOf, profilerShares } from '../model/warnings.ts';
import { Label } from './label.tsx';

const OVERHEAD_LIMIT = 0.1;
const PROFILER_LIMIT = 0.02;
const SHOWN = 20;
/** So many of the regions above one are named. */
const CALLERS = 3;

interface WarningsProps {
  report: Report;
  run: Run;
  onSelect(node: number): void;
}

/** What went wrong, and values that say little because much of them is overhead: one warning for each thing to do about it. */
export function Warnings({ report, run, onSelect }: WarningsProps) {
  const problems = useMemo(() => problemsOf(report), [report]);
  const overheads = useMemo(() => overheadsOf(run, OVERHEAD_LIMIT), [run]);
  const profilers = useMemo(() => profilerShares(run, PROFILER_LIMIT), [run]);
  const count = problems.length + profilers.length + Number(overheads.count > 0);
  if (count === 0) return <p class="note wide">Nothing went wrong, and overhead is at most {formatShare(OVERHEAD_LIMIT)} of every value.</p>;
  const shown = overheads.groups.slice(0, SHOWN);
  return (
    <details class="card wide warnings">
      <summary>
        <strong>⚠ {formatCount(count)} {count === 1 ? 'warning' : 'warnings'}</strong>
        {[
          ...(problems.length > 0 ? [`${formatCount(problems.length)} of what went wrong`] : []),
          ...profilers.map(({ component, share }) => `${formatShare(share)} of ${component.id} is the profiler itself`),
          ...(overheads.count > 0 ? [`overhead above ${formatShare(OVERHEAD_LIMIT)} in ${formatCount(overheads.groups.length)} ${overheads.groups.length === 1 ? 'region' : 'regions'}, up to ${formatShare(overheads.highest)}`] : []),
        ].map((text, i) => `${i === 0 ? ': ' : '; '}${text}`)}
      </summary>
      <ul>
        {problems.map(([text, times]) => <li key={text}><Label text={text} length={400} />{times > 1 && ` (${formatCount(times)} times)`}</li>)}
        {profilers.map(({ component, share, node }) => (
          <li key={component.id}>
            <button type="button" class="link" onClick={() => onSelect(node)}>{formatShare(share)} of <bdi>{component.id}</bdi></button> is
            the profiler's own work, which counts as overhead. Sample one thing at a time (<code>TIMEMORY_SAMPLING=cpu</code>), or less often.
          </li>
        ))}
        {overheads.count > 0 && (
          <li>
            Overhead is more than {formatShare(OVERHEAD_LIMIT)}{' '}
            of {overheads.count === 1 ? '1 value' : `${formatCount(overheads.count)} values, in ${formatCount(overheads.groups.length)} regions`}: measure larger regions there, or
            leave these out.
          </li>
        )}
      </ul>
      {shown.length > 0 && (
        <table class="plain">
          <thead><tr><th scope="col">region</th><th scope="col">called by</th><th scope="col">component</th><th scope="col" class="number">places</th><th scope="col" class="number">overhead</th></tr></thead>
          <tbody>
            {shown.map(({ component, node, cost, places }) => (
              <tr key={`${component.id} ${node}`}>
                <td><button type="button" class="link" onClick={() => onSelect(node)}><Label text={run.label(node)} length={50} /></button></td>
                <td class="label">{pathText(run, node)}</td>
                <td><bdi>{component.id}</bdi></td>
                <td class="number">{formatCount(places)}</td>
                <td class="number">{places > 1 && 'up to '}{formatShare(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {overheads.groups.length > SHOWN && <p class="note">The worst {SHOWN} are shown; sort the tree by overhead to see all.</p>}
    </details>
  );
}

/** The regions above a node, the nearest ones if there are many. */
function pathText(run: Run, node: number): string {
  const above = run.tree.path(node).slice(0, -1);
  const near = above.slice(-CALLERS).map((one) => shortLabel(run.label(one), 28));
  return `${above.length > CALLERS ? '… › ' : ''}${near.join(' › ')}`;
}
