import type { JSX } from 'preact';
import { Tabs } from '../../../../../tools/explorer/page/parts/tabs.tsx';
import { type View, views } from '../model/question.ts';
import { ResultText } from './editors.tsx';

const titles: Readonly<Record<View, string>> = { document: 'Document', openapi: 'OpenAPI' };

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
  readonly summary: JSX.Element;
  readonly onView: (view: View) => void;
}

/** The results as tabs. */
export function Result({ view, shown, isOld, summary, onView }: Properties): JSX.Element {
  // Never the text of another tab, which would look like the result of this one.
  const content = (
    <>
      {summary}
      <ResultText text={shown.view === view ? shown.text : ''} isOld={isOld} />
    </>
  );
  return (
    <section class="result" aria-label="Result">
      <Tabs
        label="Results"
        tabs={views.map((name) => ({ name: titles[name], content }))}
        chosen={views.indexOf(view)}
        onChoose={(index) => onView(views[index] ?? 'document')}
      />
    </section>
  );
}
