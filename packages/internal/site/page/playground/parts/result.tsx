import type { JSX } from 'preact';
import type { View } from '../model/question.ts';
import type { Language } from './code-editor.ts';
import { CodeView } from './editors.tsx';
import { Older, Tabs } from './tabs.tsx';

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
  readonly summary: JSX.Element;
  readonly onView: (view: View) => void;
}

/** The results as tabs. */
export function Result({ view, shown, isOld, summary, onView }: Properties): JSX.Element {
  // Never the text of another tab, which would look like the result of this one. An empty editor would look like an empty result.
  const text = shown.view === view ? shown.text : '';
  return (
    <Tabs titles={titles} chosen={view} onChoose={onView}>
      {summary}
      {text !== '' && (
        <Older isOld={isOld}>
          <CodeView text={text} language={languages[view]} />
        </Older>
      )}
    </Tabs>
  );
}
