import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

interface Tab {
  readonly name: string;
  readonly content: JSX.Element;
}

interface TabsProperties {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The index of the open tab. */
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** Tabs of the pattern of WAI-ARIA: arrow keys move, and Tab leaves. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProperties): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const places: Readonly<Record<string, number>> = {
      Home: 0,
      End: tabs.length - 1,
      ArrowRight: (chosen + 1) % tabs.length,
      ArrowLeft: (chosen + tabs.length - 1) % tabs.length,
    };
    const next = places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  const id = (index: number): string => `${label}-${index}`.toLowerCase();
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name }, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            id={`${id(index)}-tab`}
            aria-selected={index === chosen}
            aria-controls={`${id(index)}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => onChoose(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id(chosen)}-panel`} aria-labelledby={`${id(chosen)}-tab`} tabIndex={0}>
        {tabs[chosen]?.content}
      </div>
    </div>
  );
}
