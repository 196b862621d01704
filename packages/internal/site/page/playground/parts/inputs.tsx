import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Question } from '../model/question.ts';
import { BodyEditor, DeclarationEditor, RecordsEditor, type Select } from './editors.tsx';

const titles = { declaration: 'Declaration', records: 'Records', body: 'Request document' } as const;

type Part = keyof typeof titles;

/** Move the cursor to the mistake of a string. */
export interface Selects {
  readonly declaration: Select;
  readonly records: Select;
}

interface Properties {
  readonly state: Question;
  /** Changes when the strings do not come from the editors. */
  readonly version: number;
  readonly answer: Answer | undefined;
  readonly onText: (changes: Partial<Pick<Question, Part>>) => void;
  readonly onNotice: (notice: string) => void;
  readonly onSelects: (selects: Selects) => void;
}

/** The strings of the playground. A narrow window shows one of them at a time, so that the result is not below all editors. */
export function Inputs({ state, version, answer, onText, onNotice, onSelects }: Properties): JSX.Element {
  const writes = (state.method ?? 'GET') !== 'GET';
  const [chosen, choose] = useState<Part>('declaration');
  const open = chosen === 'body' && !writes ? 'declaration' : chosen;
  const selects = useRef<Record<keyof Selects, Select>>({ declaration: () => undefined, records: () => undefined });
  const later = useRef<Select | undefined>(undefined);
  useEffect(() => choose(writes ? 'body' : 'declaration'), [writes]);
  // A string that is not shown cannot have the focus, so its mistake is selected after it has appeared.
  useLayoutEffect(() => {
    later.current?.();
    later.current = undefined;
  }, [open]);
  const shown = useRef(open);
  shown.current = open;
  const show = (part: keyof Selects): void => {
    const select = (): void => selects.current[part]();
    if (shown.current === part) select();
    else later.current = select;
    choose(part);
  };
  useEffect(() => onSelects({ declaration: () => show('declaration'), records: () => show('records') }), []);

  const parts: readonly Part[] = ['declaration', 'records', ...(writes ? (['body'] as const) : [])];
  const mistaken: Readonly<Record<Part, unknown>> = {
    declaration: answer?.mistake,
    records: answer?.recordsMistake,
    body: undefined,
  };
  const frame = (part: Part, content: JSX.Element): JSX.Element => (
    <section key={part} class={part === open ? 'open' : ''}>
      <h2>{titles[part]}</h2>
      {content}
    </section>
  );
  return (
    <div class="inputs">
      <fieldset class="parts">
        <legend class="visually-hidden">Text to edit</legend>
        {parts.map((part) => (
          <button key={part} type="button" aria-pressed={part === open} onClick={() => choose(part)}>
            {titles[part]}
            {mistaken[part] !== undefined && <span class="bad"> (mistake)</span>}
          </button>
        ))}
      </fieldset>
      {frame(
        'declaration',
        <DeclarationEditor
          text={state.declaration}
          version={version}
          mistake={answer?.mistake}
          onText={(declaration) => onText({ declaration })}
          onTooLong={onNotice}
          onSelect={(select) => {
            selects.current.declaration = select;
          }}
        />,
      )}
      {frame(
        'records',
        <RecordsEditor
          text={state.records}
          version={version}
          mistake={answer?.recordsMistake}
          onText={(records) => onText({ records })}
          onTooLong={onNotice}
          onSelect={(select) => {
            selects.current.records = select;
          }}
        />,
      )}
      {writes &&
        frame(
          'body',
          <>
            <BodyEditor
              text={state.body ?? ''}
              version={version}
              onText={(body) => onText({ body })}
              onTooLong={onNotice}
            />
            <p class="remark">Each request begins with the same records.</p>
          </>,
        )}
      <p class="remark keys">Ctrl+Space completes names. Escape, then Tab leaves an editor.</p>
    </div>
  );
}
