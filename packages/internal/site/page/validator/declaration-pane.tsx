import { locationOf } from '@linkage/core/internal';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Mistake } from '../playground/model/mistake.ts';
import { createEchoes } from './echoes.ts';

interface Properties {
  readonly text: string;
  readonly mistake: Mistake | undefined;
  readonly onText: (text: string) => void;
  readonly onTooLong: (message: string) => void;
}

type Editors = typeof import('../playground/parts/editors.tsx');

/** The declaration of the types: the editor of the playground, which loads when it is needed. */
export function DeclarationPane({ text, mistake, onText, onTooLong }: Properties): JSX.Element {
  const [editors, setEditors] = useState<Editors | undefined>(undefined);
  // The editor reads the text only if it does not come from the editor.
  const [version, setVersion] = useState(0);
  const echoes = useRef(createEchoes());
  useEffect(() => {
    if (!echoes.current.isEcho(text)) setVersion((before) => before + 1);
  }, [text]);
  const select = useRef<() => void>(() => undefined);
  useEffect(() => {
    import('../playground/parts/editors.tsx').then(setEditors);
  }, []);
  const place = mistake && locationOf(text, mistake.from);
  return (
    <section class="declaration" aria-label="Declaration">
      <p>The types of your API. The page reads this code and does not run it.</p>
      {editors !== undefined && (
        <editors.DeclarationEditor
          text={text}
          version={version}
          mistake={mistake}
          onText={(next) => {
            echoes.current.note(next);
            onText(next);
          }}
          onTooLong={onTooLong}
          onSelect={(it) => {
            select.current = it;
          }}
        />
      )}
      {mistake !== undefined && place !== undefined && (
        <p role="alert" class="bad">
          {mistake.message}{' '}
          <button type="button" onClick={() => select.current()}>
            line {place.line}, column {place.column}
          </button>
        </p>
      )}
    </section>
  );
}
