import { useRef } from 'preact/hooks';

interface TabsProps {
  views: { id: string; name: string }[];
  view: string;
  onChange(view: string): void;
}

export function Tabs({ views, view, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = views.findIndex(({ id }) => id === view);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: views.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + views.length) % views.length;
    onChange(views[next].id);
    (list.current!.children[next] as HTMLElement).focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views" ref={list} onKeyDown={onKeyDown}>
      {views.map(({ id, name }) => (
        <button key={id} id={`tab-${id}`} type="button" role="tab" aria-selected={id === view} aria-controls="panel" tabIndex={id === view ? 0 : -1} onClick={() => onChange(id)}>{name}</button>
      ))}
    </div>
  );
}
