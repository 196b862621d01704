import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';

interface Properties<Name extends string> {
  /** The titles of the results, in their order. */
  readonly titles: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Results as tabs, of the pattern of WAI-ARIA: arrow keys move, and Tab leaves. */
export function Tabs<Name extends string>({ titles, chosen, onChoose, children }: Properties<Name>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const names = Object.keys(titles) as Name[];
  const move = (event: KeyboardEvent): void => {
    const index = names.indexOf(chosen);
    const next = new Map([
      ['ArrowRight', (index + 1) % names.length],
      ['ArrowLeft', (index + names.length - 1) % names.length],
      ['Home', 0],
      ['End', names.length - 1],
    ]).get(event.key);
    const name = next === undefined ? undefined : names[next];
    if (next === undefined || name === undefined) return;
    event.preventDefault();
    onChoose(name);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <section class="result" aria-label="Result">
      <div role="tablist" aria-label="Results" ref={list} onKeyDown={move}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`playground-${name}`}
            aria-selected={name === chosen}
            aria-controls="playground-panel"
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {titles[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="playground-panel" aria-labelledby={`playground-${chosen}`}>
        {children}
      </div>
    </section>
  );
}

/** A result, which loses its colors if it is that before a mistake. */
export function Older({
  isOld,
  children,
}: {
  readonly isOld: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class={isOld ? 'old' : ''}>
      {isOld && <p class="remark">The result before this mistake</p>}
      {children}
    </div>
  );
}
