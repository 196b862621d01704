import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formatFragment } from '../playground/model/fragment.ts';
import type { Answer, Inputs, Question } from '../playground/model/question.ts';
import { DeclarationEditor } from '../playground/parts/editors.tsx';
import { Result, type Shown } from '../playground/parts/result.tsx';
import { type Notice, Summary } from '../playground/parts/summary.tsx';
import { type AskPlayground, isOld } from '../playground/playground.tsx';
import { useLater } from '../shared/use-fragment.ts';
import { defaultChoices } from '../validator/choices.ts';
import { formatFragment as formatDocument } from '../validator/fragment.ts';
import type { ShownRequest } from './first-screen-data.ts';

/** The page waits for this number of milliseconds after a change. */
const DELAY = 100;

/** The settings of the playground on the first page. */
export interface SmallSettings {
  readonly example: Inputs;
  readonly requests: readonly ShownRequest[];
  /** The lines that serve the declaration, as HTML of the build. */
  readonly server: string;
  /** The index of the request that the reader has chosen before the playground has loaded. */
  readonly chosen: number;
  /** The path of the site. */
  readonly base: string;
  /** Called when the first document is there. A failure does not replace the response that the page has. */
  readonly onReady: () => void;
}

/** The playground of the first page: a declaration, and beside it the response or the types. */
export function SmallPlayground({
  ask,
  example,
  requests,
  server,
  chosen,
  base,
  onReady,
}: SmallSettings & { readonly ask: AskPlayground }): JSX.Element {
  const [state, setState] = useState<Question>(() => {
    const { target, method, body } = requests[chosen] ?? example;
    return { ...example, target, method, body, view: 'document' };
  });
  const [answer, setAnswer] = useState<Answer>();
  const [shown, setShown] = useState<Shown>({ view: 'document', text: '' });
  const [notice, setNotice] = useState<Notice>();
  const [link, setLink] = useState(`${base}playground/`);
  const [validator, setValidator] = useState<string>();
  const toDeclaration = useRef<() => void>(() => undefined);
  const change = (changes: Partial<Question>): void => {
    setNotice(undefined);
    setState((before) => ({ ...before, ...changes }));
  };

  useLater(state, DELAY, async (isLatest) => {
    const found = await ask(state);
    if (!isLatest() || found === undefined) return;
    setAnswer(found);
    if (found.text !== undefined) {
      onReady();
      setShown({ view: state.view, text: found.text });
    }
    const choices = { ...defaultChoices, isSparse: state.target.includes('fields[') };
    const [own, validator] = await Promise.all([
      formatFragment(state),
      state.view === 'document' && found.text !== undefined && formatDocument({ text: found.text, choices }),
    ]);
    if (!isLatest()) return;
    setLink(`${base}playground/${own}`);
    setValidator(validator === false ? undefined : `${base}validate/${validator}`);
  });

  return (
    <div class="panes">
      <div class="inputs">
        <DeclarationEditor
          text={state.declaration}
          version={0}
          mistake={answer?.mistake}
          onText={(declaration) => change({ declaration })}
          onTooLong={setNotice}
          onSelect={(select) => {
            toDeclaration.current = select;
          }}
        />
        <p class="remark">
          Change it: add <code>views: z.int().default(0)</code>, or misspell <code>'people'</code>.{' '}
          <a href={link}>Open it in the playground</a>
        </p>
        <div class="server">
          <p class="remark">
            These lines serve it: <a href="#a-complete-server-in-twelve-lines">the whole program</a>
          </p>
          <div dangerouslySetInnerHTML={{ __html: server }} />
        </div>
      </div>
      <div>
        <fieldset>
          <legend class="visually-hidden">Request</legend>
          {requests.map(({ label, target, method, body }) => (
            <label key={label}>
              <input
                type="radio"
                name="request"
                checked={target === state.target && method === (state.method ?? 'GET')}
                onChange={() => change({ target, method, body })}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <p class="request-line">
          <code>
            {state.method ?? 'GET'} {state.target} {state.body}
          </code>
        </p>
        <Result
          {...{ view: state.view, shown, isOld: isOld(answer), choices: ['document', 'types'], maxHeight: '17rem' }}
          onView={(view) => change({ view })}
          summary={
            <>
              <Summary
                {...{ view: state.view, declaration: state.declaration, answer, notice }}
                onDeclaration={() => toDeclaration.current()}
                onRecords={() => undefined}
              />
              {validator !== undefined && !isOld(answer) && <a href={validator}>Validate this document</a>}
            </>
          }
        />
      </div>
    </div>
  );
}
