import { AS_RECORDED, isAsRecorded, type Shape } from '../model/picture.ts';
import type { Run } from '../model/run.ts';
import { shortLabel, visibleText } from '../model/text.ts';

interface ShapeProps {
  shape: Shape;
  onShape(changed: Partial<Shape>): void;
}

/** More threads are no longer chosen from a list. */
const MAX_THREADS = 300;

/** What is shown of the call graph: the other way round, without the JVM, of one thread; and what was changed so far, to take it back. */
export function ShapeTools({ run, shape, onShape }: ShapeProps & { run: Run }) {
  const { threads } = run.data;
  const { inverted, withoutJvm, focused, merged, collapsed, thread } = shape;
  const without = (labels: readonly string[], label: string) => labels.filter((one) => one !== label);
  return (
    <>
      <label class="choice" title="Functions by what they took themselves, and below each who called it">
        <input type="checkbox" checked={inverted} onChange={(event) => onShape({ inverted: event.currentTarget.checked })} /> inverted
      </label>
      {run.hasFunctions && (
        <label class="choice" title="Functions of the JVM and of its class libraries are merged into what called them">
          <input type="checkbox" checked={withoutJvm} onChange={(event) => onShape({ withoutJvm: event.currentTarget.checked })} /> hide JVM
        </label>
      )}
      {threads.length > 1 && threads.length <= MAX_THREADS && (
        <label class="choice" title="Regions that ran on several threads keep the value of all of them">Thread <select value={thread ?? ''} onChange={(event) => onShape({ thread: event.currentTarget.value || null })}>
          <option value="">all</option>
          {threads.map((name) => <option key={name} value={name}>{shortLabel(name, 40)}</option>)}
        </select></label>
      )}
      {!isAsRecorded({ ...shape, thread: null, inverted: false, withoutJvm: false }) && (
        <span class="changes">
          {focused !== null && <Change what="focus" label={focused} onUndo={() => onShape({ focused: null })} />}
          {merged.map((label) => <Change key={label} what="merged" label={label} onUndo={() => onShape({ merged: without(merged, label) })} />)}
          {collapsed.map((label) => <Change key={label} what="collapsed" label={label} onUndo={() => onShape({ collapsed: without(collapsed, label) })} />)}
          <button type="button" onClick={() => onShape({ ...AS_RECORDED, inverted, withoutJvm, thread })}>Undo all</button>
        </span>
      )}
    </>
  );
}

function Change({ what, label, onUndo }: { what: string; label: string; onUndo(): void }) {
  return (
    <button type="button" class="change" title={`${what} ${visibleText(label.slice(0, 500))}: press to undo`} onClick={onUndo}>
      {what} <bdi class="label">{shortLabel(label, 24)}</bdi> <span aria-hidden="true">✕</span><span class="unseen">, undo</span>
    </button>
  );
}

/** What can be done with the function of a frame. */
export function FrameTools({ label, shape, onShape }: ShapeProps & { label: string | null }) {
  const disabled = label === null;
  return (
    <>
      <button type="button" disabled={disabled} title="Show only stacks with this function, from it on (f)" onClick={() => onShape({ focused: label })}>Focus</button>
      <button type="button" disabled={disabled} title="Draw what this function called below its caller (m)" onClick={() => onShape({ merged: [...shape.merged, label!] })}>Merge</button>
      <button type="button" disabled={disabled} title="Draw nothing below this function (c)" onClick={() => onShape({ collapsed: [...shape.collapsed, label!] })}>Collapse</button>
    </>
  );
}
