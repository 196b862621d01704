import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { type View, views } from '../model/question.ts';
import type { Language } from './code-editor.ts';
import { CodeView } from './editors.tsx';

const titles: Readonly<Record<View, string>> = { document: 'Document', types: 'Types', openapi: 'OpenAPI' };
const languages: Readonly<Record<View, Language>> = {
  document: 'json',
  types: 'typescript',
  openapi: 'json',
};

/** The last text of a result, which stays while the reader types. */
export interface Shown {
  readonly view: View;
  readonly text: string;
}

interface Properties {
  readonly view: View;
  readonly shown: Shown;
  /** Whether the text is that before a mistake. It loses its colors. */
  readonly isOld: boolean;
  /** The results to choose from. Default: all. */
  readonly choices?: readonly View[];
  /** The maximum height of the text, as CSS writes it. */
  readonly maxHeight?: string;
  readonly summary: JSX.Element;
  readonly onView: (view: View) => void;
}

/** The results as tabs, of the pattern of WAI-ARIA: arrow keys move, and Tab leaves. */
export function Result({ view, shown, isOld, choices = views, maxHeight, summary, onView }: Properties): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  // Never the text of another tab, which would look like the result of this one. An empty editor would look like an empty result.
  const text = shown.view === view ? shown.text : '';
  const move = (event: KeyboardEvent): void => {
    const index = choices.indexOf(view);
    const next = new Map([
      ['ArrowRight', (index + 1) % choices.length],
      ['ArrowLeft', (index + choices.length - 1) % choices.length],
      ['Home', 0],
      ['End', choices.length - 1],
    ]).get(event.key);
    const chosen = next === undefined ? undefined : choices[next];
    if (next === undefined || chosen === undefined) return;
    event.preventDefault();
    onView(chosen);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <section class="result" aria-label="Result">
      <div role="tablist" aria-label="Results" ref={list} onKeyDown={move}>
        {choices.map((name) => (
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
        {text !== '' && (
          <div class={isOld ? 'old' : ''}>
            {isOld && <p class="remark">The result before this mistake</p>}
            <CodeView text={text} language={languages[view]} maxHeight={maxHeight} />
          </div>
        )}
      </div>
    </section>
  );
}
