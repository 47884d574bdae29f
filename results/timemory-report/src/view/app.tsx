import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { spreadComponents } from '../model/ranks.ts';
import type { Report } from '../model/report.ts';
import { rooflineSources } from '../model/roofline.ts';
import { compileSearch } from '../model/search.ts';
import { visibleText } from '../model/text.ts';
import { pageTitle, tabTitle } from '../model/title.ts';
import { choicesOf, linkOf, type Choices } from './choices.ts';
import { CompareView } from './compare-view.tsx';
import { Details } from './details.tsx';
import { IcicleView } from './icicle-view.tsx';
import { Label } from './label.tsx';
import { OverTimeView } from './over-time-view.tsx';
import { RanksView } from './ranks-view.tsx';
import { RooflineView } from './roofline-view.tsx';
import { SandwichView } from './sandwich-view.tsx';
import { Summary } from './summary.tsx';
import { Tabs } from './tabs.tsx';
import { ThemeContext, useThemeChoice } from './theme.ts';
import { TimelineView } from './timeline-view.tsx';
import { TreeView } from './tree-view.tsx';
import { usePaintedMark } from './painted.ts';
import { linkedState, useLink } from './use-link.ts';

/** @param bar what stands in the heading besides */
export function App({ report, bar }: { report: Report; bar?: ComponentChildren }) {
  const theme = useThemeChoice();
  const { runs } = report;
  const sizes = runs.map(({ tree }) => tree.size);
  // Regions of a running process have other numbers in the next page of it: only what is not a number is taken from a link.
  const read = (state: URLSearchParams): Choices => ({ ...choicesOf(state, sizes), ...(report.live ? { selected: -1, zoomed: -1 } : {}) });
  const [choices, setChoices] = useState(() => read(linkedState()));
  /** How often a link was followed in the open page: views begin again from what it says. */
  const [followed, setFollowed] = useState(0);
  const choose = useCallback((changed: Partial<Choices>) => setChoices((before) => ({ ...before, ...changed })), []);
  const { query, run: runIndex, selectedRun, metric, zoomed, shape } = choices;
  const search = useMemo(() => compileSearch(query), [query]);
  const searchBox = useRef<HTMLInputElement>(null);
  usePaintedMark('timemory-first-paint');

  const run = runs[runIndex];
  const views = [
    ...(runs.length === 2 ? [{ id: 'compare', name: 'Comparison' }] : []),
    { id: 'summary', name: 'Summary' },
    { id: 'tree', name: 'Tree' },
    { id: 'icicle', name: 'Icicle' },
    { id: 'sandwich', name: 'Sandwich' },
    ...(spreadComponents(run).length > 0 ? [{ id: 'ranks', name: 'Imbalance' }] : []),
    ...(rooflineSources(run).length > 0 ? [{ id: 'roofline', name: 'Roofline' }] : []),
    ...(run.data.timeline ? [{ id: 'timeline', name: 'Timeline' }] : []),
    ...(run.data.gpu ? [{ id: 'gpu', name: 'GPU' }] : []),
    ...(run.data.overTime ? [{ id: 'over-time', name: 'Over time' }] : []),
  ];
  const link = useMemo(() => linkOf(choices, runs.length), [choices, runs.length]);
  const [view, setView] = useLink(views.map(({ id }) => id), link, (state) => { setChoices(read(state)); setFollowed((count) => count + 1); });

  useEffect(() => {
    document.title = tabTitle(report);
    const onKeyDown = (event: KeyboardEvent) => {
      const typing = (event.target as Element).closest('input, select, textarea');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      searchBox.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') choose({ query: '' });
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      document.querySelector<HTMLElement>('[data-main]')?.focus();
    }
  };
  const select = (node: number) => choose({ selectedRun: runIndex, selected: node });
  const selected = selectedRun === runIndex ? choices.selected : -1;
  const shared = { run, search, selected, onSelect: select };
  const measured = { metric: run.metric(metric), onMetric: (id: string) => choose({ metric: id }) };
  const shownRun = choices.selected >= 0 ? runs[selectedRun] : null;
  return (
    <ThemeContext.Provider value={theme}>
      <header class="top">
        <h1><Label text={pageTitle(report)} length={60} /></h1>
        {runs.length === 2 && view !== 'compare' && (
          <label class="choice">Run <select value={runIndex} onChange={(event) => choose({ run: Number(event.currentTarget.value), selected: -1, zoomed: -1 })}>
            {runs.map(({ data }, i) => <option key={i} value={i}>{i === 0 ? 'baseline' : 'current'}: {visibleText(data.name.slice(0, 60))}</option>)}
          </select></label>
        )}
        <Tabs views={views} view={view} onChange={setView} />
        {bar}
        <div class="search" role="search">
          <input
            ref={searchBox}
            type="search"
            placeholder="Search, /regex/"
            aria-label="Search regions: text or /regex/"
            aria-keyshortcuts="/"
            aria-invalid={search.error !== null}
            spellcheck={false}
            value={query}
            onInput={(event) => choose({ query: event.currentTarget.value })}
            onKeyDown={onSearchKey}
          />
          {search.error && <p class="search-error" role="alert"><bdi>{search.error}</bdi></p>}
        </div>
        <button type="button" class="theme" onClick={theme.next} title="Colours: follow the system, light or dark">
          <span aria-hidden="true">{{ auto: '◐', light: '☀', dark: '☾' }[theme.choice]}</span> {theme.choice}
        </button>
      </header>
      <div class="content">
        <main>
          <div id="panel" role="tabpanel" aria-labelledby={`tab-${view}`}>
            {view === 'summary' && <Summary key={runIndex} report={report} index={runIndex} {...shared} {...measured} />}
            {view === 'tree' && <TreeView key={runIndex} {...shared} />}
            {view === 'icicle' && (
              <IcicleView
                key={`${runIndex} ${followed}`}
                {...shared}
                {...measured}
                shape={shape}
                onShape={(changed) => choose({ shape: { ...shape, ...changed }, zoomed: -1 })}
                zoomed={zoomed}
                onZoomed={(frame) => choose({ zoomed: frame })}
              />
            )}
            {view === 'sandwich' && <SandwichView key={runIndex} {...shared} {...measured} />}
            {view === 'ranks' && <RanksView key={runIndex} run={run} search={search} onSelect={select} />}
            {view === 'roofline' && <RooflineView key={runIndex} run={run} ert={report.ert} search={search} onSelect={select} />}
            {view === 'timeline' && <TimelineView key={`laps ${runIndex}`} run={run} data={run.data.timeline!} overTime={run.data.overTime} name="Timeline" search={search} />}
            {view === 'gpu' && <TimelineView key={`gpu ${runIndex}`} run={run} data={run.data.gpu!} name="GPU" search={search} />}
            {view === 'over-time' && <OverTimeView key={`over time ${runIndex}`} data={run.data.overTime!} />}
            {view === 'compare' && <CompareView baseline={runs[0]} current={runs[1]} search={search} metric={metric} onMetric={measured.onMetric} onSelect={(index, node) => choose({ selectedRun: index, selected: node })} />}
          </div>
        </main>
        {shownRun && <Details key={selectedRun} run={shownRun} node={choices.selected} onSelect={(node) => choose({ selected: node })} onClose={() => choose({ selected: -1 })} />}
      </div>
    </ThemeContext.Provider>
  );
}
