import { useEffect, useRef, useState } from 'preact/hooks';
import type { LiveData } from '../contract.ts';
import { continued } from '../model/continue.ts';
import { parseReport, type Report } from '../model/report.ts';
import { shortLabel } from '../model/text.ts';
import { App } from './app.tsx';

const CHOICES = [1, 2, 5, 10, 60];
const FIRST = 2;
/** The time from a question to its answer, read, is a twentieth of that between questions at most. */
const SHARE = 20;
const LONGEST_REASON = 200;

/** The page of a process that runs: shows what it measures, and asks it again and again for what is new. */
export function LiveApp({ first }: { first: Report }) {
  const [report, setReport] = useState(first);
  const [seconds, setSeconds] = useState(FIRST);
  const [problem, setProblem] = useState<string | null>(null);
  useAsking(seconds, first.live!, (next) => setReport((before) => continued(before, next)), setProblem);
  const live = report.live!;
  const bar = <LiveBar live={live} seconds={seconds} onSeconds={setSeconds} problem={problem} />;
  // Another session, or another process at the same address, has regions of its own: nothing is left to look at as before.
  return <App key={live.session} report={report} bar={bar} />;
}

/** Asks every so many seconds, 0 for not at all, and while somebody looks. */
function useAsking(seconds: number, first: LiveData, onReport: (report: Report) => void, onProblem: (problem: string | null) => void) {
  const tag = useRef(`"${first.session}-${first.number}"`);
  useEffect(() => {
    if (seconds === 0) return;
    let timer = 0;
    const ending = new AbortController();
    const ask = async () => {
      const begin = performance.now();
      try {
        const answer = await fetch('results.json', { cache: 'no-store', signal: ending.signal, headers: { 'If-None-Match': tag.current } });
        if (answer.status !== 304) {
          const text = await answer.text();
          if (!answer.ok) throw new Error(text.trim() || `the process answers ${answer.status}`);
          onReport(parseReport(text));
          tag.current = answer.headers.get('ETag') ?? '';
        }
        onProblem(null);
      } catch (error) {
        if (ending.signal.aborted) return;
        onProblem(error instanceof TypeError ? 'the process does not answer' : (error as Error).message);
      }
      if (!ending.signal.aborted) timer = window.setTimeout(askIfSeen, Math.max(seconds * 1000, SHARE * (performance.now() - begin)));
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
  seconds: number;
  onSeconds(seconds: number): void;
  problem: string | null;
}

function LiveBar({ live, seconds, onSeconds, problem }: LiveBarProps) {
  return (
    <div class="live" role="group" aria-label="Live">
      <span class={`dot${problem ? ' broken' : seconds === 0 ? ' paused' : ''}`} aria-hidden="true">●</span>
      <span class="at" title="when this was measured">{new Date(live.at).toLocaleTimeString('en-GB')}</span>
      <label class="choice">every <select value={seconds} onChange={(event) => onSeconds(Number(event.currentTarget.value))}>
        {CHOICES.map((choice) => <option key={choice} value={choice}>{choice} s</option>)}
        <option value={0}>paused</option>
      </select></label>
      <details class="chooser">
        <summary>Download</summary>
        <ul class="popup formats">
          {live.formats.map(({ id, description }) => <li key={id}><a href={`download?format=${encodeURIComponent(id)}`} download>{id}</a> <span class="note">{description}</span></li>)}
        </ul>
      </details>
      {problem && <span class="live-problem" role="alert"><bdi>{shortLabel(problem, LONGEST_REASON)}</bdi></span>}
    </div>
  );
}
