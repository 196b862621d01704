import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { type View, views } from '../question.ts';
import type { Language } from './code-editor.ts';
import { CodeView } from './editors.tsx';

const titles: Readonly<Record<View, string>> = { document: 'Document', types: 'Types', openapi: 'OpenAPI', sql: 'SQL' };
const languages: Readonly<Record<View, Language>> = {
  document: 'json',
  types: 'typescript',
  openapi: 'json',
  sql: 'sql',
};

/** The last text of a result, which stays while the reader types. */
export interface Shown {
  readonly view: View;
  readonly text: string;
}

interface Properties {
  readonly view: View;
  readonly shown: Shown;
  readonly summary: JSX.Element;
  readonly onView: (view: View) => void;
}

/** The results as tabs, of the pattern of WAI-ARIA: arrow keys move, and Tab leaves. */
export function Result({ view, shown, summary, onView }: Properties): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const index = views.indexOf(view);
    const next = new Map([
      ['ArrowRight', (index + 1) % views.length],
      ['ArrowLeft', (index + views.length - 1) % views.length],
      ['Home', 0],
      ['End', views.length - 1],
    ]).get(event.key);
    const chosen = next === undefined ? undefined : views[next];
    if (next === undefined || chosen === undefined) return;
    event.preventDefault();
    onView(chosen);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <section class="result" aria-label="Result">
      <div role="tablist" aria-label="Results" ref={list} onKeyDown={move}>
        {views.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`playground-${name}`}
            aria-selected={name === view}
            aria-controls="playground-panel"
            tabIndex={name === view ? 0 : -1}
            onClick={() => onView(name)}
          >
            {titles[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="playground-panel" aria-labelledby={`playground-${view}`}>
        {summary}
        <CodeView text={shown.text} language={languages[shown.view]} />
      </div>
    </section>
  );
}
