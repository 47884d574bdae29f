import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LiveData } from '../contract.ts';
import { continued } from '../model/continue.ts';
import { parseReport, type Report } from '../model/report.ts';
import { shortLabel } from '../model/text.ts';
import { between, type Moment, momentOf, Moments } from '../model/window.ts';
import { App } from './app.tsx';

const CHOICES = [1, 2, 5, 10, 60];
const FIRST = 2;
/** Reading what came takes a tenth of the time at most. What making it takes, the process itself heeds. */
const SHARE = 10;
const LONGEST_REASON = 200;

/** What is shown: since when, in seconds before now. */
const BEGINNING = Infinity;
const WINDOWS: [seconds: number, name: string][] = [[BEGINNING, 'all so far'], [10, 'last 10 s'], [60, 'last minute'], [300, 'last 5 min']];
const NOW = -1;
const STEP = 2500;

interface Shown {
  report: Report;
  moments: Moments;
}

/** The page of a process that runs: shows what it measures, and asks it again and again for what is new. */
export function LiveApp({ first }: { first: Report }) {
  const [{ report, moments }, setShown] = useState<Shown>(() => withMoments(first));
  const [seconds, setSeconds] = useState(FIRST);
  const [window, setWindow] = useState(BEGINNING);
  const [base, setBase] = useState<Moment | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useAsking(seconds, first.live!, (next) => setShown((before) => followed(before, next)), setProblem);
  const live = report.live!;
  const isOfSession = base?.live.session === live.session;
  const earlier = window === NOW ? (isOfSession ? base! : undefined) : window === BEGINNING ? undefined : moments.before(report, window * 1000);
  const shown = useMemo(() => (earlier ? between(earlier, report) : report), [report, earlier]);
  const choose = (chosen: number) => {
    if (chosen === NOW) setBase(momentOf(report));
    setWindow(chosen);
  };
  const bar = <LiveBar live={live} since={earlier?.live ?? null} seconds={seconds} onSeconds={setSeconds} window={window} onWindow={choose} problem={problem} />;
  // Another session, or another process at the same address, has regions of its own: nothing is left to look at as before.
  return <App key={live.session} report={shown} bar={bar} />;
}

function withMoments(report: Report): Shown {
  const moments = new Moments(STEP, 1000 * Math.max(...WINDOWS.map(([seconds]) => seconds).filter(Number.isFinite)));
  moments.add(report);
  return { report, moments };
}

function followed({ report, moments }: Shown, next: Report): Shown {
  if (report.live!.session !== next.live?.session) return withMoments(next);
  const now = continued(report, next);
  moments.add(now);
  return { report: now, moments };
}

/** Asks every so many seconds, 0 for not at all, and while somebody looks. */
function useAsking(seconds: number, first: LiveData, onReport: (report: Report) => void, onProblem: (problem: string | null) => void) {
  const tag = useRef(`"${first.session}-${first.number}"`);
  useEffect(() => {
    if (seconds === 0) return;
    let timer = 0;
    const ending = new AbortController();
    const ask = async () => {
      let took = 0;
      try {
        const answer = await fetch('results.json', { cache: 'no-store', signal: ending.signal, headers: { 'If-None-Match': tag.current } });
        if (answer.status !== 304) {
          const text = await answer.text();
          const begin = performance.now();
          if (!answer.ok) throw new Error(text.trim() || `the process answers ${answer.status}`);
          onReport(parseReport(text));
          took = performance.now() - begin;
          tag.current = answer.headers.get('ETag') ?? '';
        }
        onProblem(null);
      } catch (error) {
        if (ending.signal.aborted) return;
        onProblem(error instanceof TypeError ? 'the process does not answer' : (error as Error).message);
      }
      if (!ending.signal.aborted) timer = window.setTimeout(askIfSeen, Math.max(seconds * 1000, SHARE * took));
    };
    const askIfSeen = () => {
      if (document.hidden) document.addEventListener('visibilitychange', askIfSeen, { once: true, signal: ending.signal });
      else void ask();
    };
    timer = window.setTimeout(askIfSeen, seconds * 1000);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [seconds]);
}

interface LiveBarProps {
  live: LiveData;
  /** The moment since which values are; null for the beginning. */
  since: LiveData | null;
  window: number;
  onWindow(window: number): void;
  seconds: number;
  onSeconds(seconds: number): void;
  problem: string | null;
}

function LiveBar({ live, since, seconds, onSeconds, window, onWindow, problem }: LiveBarProps) {
  return (
    <div class="live" role="group" aria-label="Live">
      <span class={`dot${problem ? ' broken' : seconds === 0 ? ' paused' : ''}`} aria-hidden="true">●</span>
      <span class="at" title="when this was measured">{since && `${timeOf(since)} – `}{timeOf(live)} {zoneOf(live)}</span>
      <label class="choice">every <select value={seconds} onChange={(event) => onSeconds(Number(event.currentTarget.value))}>
        {CHOICES.map((choice) => <option key={choice} value={choice}>{choice} s</option>)}
        <option value={0}>paused</option>
      </select></label>
      <label class="choice">show <select value={window} onChange={(event) => onWindow(Number(event.currentTarget.value))}>
        {WINDOWS.map(([choice, name]) => <option key={choice} value={choice}>{name}</option>)}
        <option value={NOW}>{window === NOW && since ? `since ${timeOf(since)}` : 'since now'}</option>
      </select></label>
      <details class="chooser">
        <summary>Download</summary>
        <ul class="popup formats">
          {live.formats.map(({ id, description }) => <li key={id}><a href={`download?format=${encodeURIComponent(id)}`} download>{id}</a> <span class="note">{description}</span></li>)}
        </ul>
      </details>
      {live.slow && <a class="slow" href="slow" title="the slowest laps of each place, with what ran inside them">Slowest laps</a>}
      {problem && <span class="live-problem" role="alert"><bdi>{shortLabel(problem, LONGEST_REASON)}</bdi></span>}
    </div>
  );
}

const zoneOf = (live: LiveData) => new Date(live.at).toLocaleTimeString('en-GB', { timeZoneName: 'short' }).split(' ').slice(1).join(' ');
const timeOf = (live: LiveData) => new Date(live.at).toLocaleTimeString('en-GB');
