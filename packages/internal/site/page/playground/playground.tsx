import type { ServerDescription } from '@linkage/server';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { brokenLink } from '../shared/packed-text.ts';
import { showFragment, useFragment, useLater } from '../shared/use-fragment.ts';
import { examples } from './model/examples.ts';
import { formatFragment, parseFragment } from './model/fragment.ts';
import { MAX_DECLARATION, MAX_RECORDS } from './model/limits.ts';
import type { Answer, Question } from './model/question.ts';
import { Inputs, type Selects } from './parts/inputs.tsx';
import { RequestBar } from './parts/request-bar.tsx';
import { Result, type Shown } from './parts/result.tsx';
import { Share } from './parts/share.tsx';
import { type Notice, Summary } from './parts/summary.tsx';

/** The page waits for this number of milliseconds after a change. */
const DELAY = 100;

const first: Question = { ...(examples[0] ?? { declaration: '', records: '', target: '/' }), view: 'document' };

/** Whether the result that is shown belongs to strings before a mistake. */
export function isOld(answer: Answer | undefined): boolean {
  return (answer?.mistake ?? answer?.recordsMistake ?? answer?.failure) !== undefined;
}

/** Returns the results for the strings, or `undefined` if a newer question has replaced this one. */
export type AskPlayground = (question: Question) => Promise<Answer | undefined>;

/** The playground: a declaration, records, and a request on the left, and the results on the right. */
export function Playground({ ask }: { readonly ask: AskPlayground }): JSX.Element {
  const [state, setState] = useState<Question>(first);
  const [version, setVersion] = useState(0);
  const [answer, setAnswer] = useState<Answer>();
  const [shown, setShown] = useState<Shown>({ view: 'document', text: '' });
  const [description, setDescription] = useState<ServerDescription>();
  const [notice, setNotice] = useState<Notice>();
  const toMistake = useRef<Selects | undefined>(undefined);
  const change = (changes: Partial<Question>): void => {
    setNotice(undefined);
    setState((before) => ({ ...before, ...changes }));
  };
  /** Like `change`, for strings that do not come from the editors. */
  const load = (changes: Partial<Question>): void => {
    change(changes);
    setVersion((before) => before + 1);
  };

  useFragment(parseFragment, (found) => {
    const isReadable =
      found !== 'broken' &&
      (found.body?.length ?? 0) <= MAX_RECORDS &&
      found.declaration.length <= MAX_DECLARATION &&
      found.records.length <= MAX_RECORDS;
    if (isReadable) load(found);
    else setNotice(brokenLink);
  });

  useLater(state, DELAY, async (isLatest) => {
    const found = await ask(state);
    if (!isLatest()) return;
    if (found !== undefined) {
      setAnswer(found);
      if (found.description !== undefined) setDescription(found.description);
      if (found.text !== undefined) setShown({ view: state.view, text: found.text });
    }
    if (state === first) return;
    const fragment = await formatFragment(state);
    if (isLatest()) showFragment(fragment);
  });

  return (
    <>
      <div class="actions">
        <label class="examples">
          Example{' '}
          <select
            value=""
            onChange={({ currentTarget }) => {
              const { title: _, ...example } = examples[Number(currentTarget.value)] ?? { title: '' };
              load({ method: undefined, body: undefined, user: undefined, ...example });
              // The same example can be chosen again, after changes.
              currentTarget.value = '';
            }}
          >
            <option value="" disabled>
              Choose an example
            </option>
            {examples.map(({ title }, index) => (
              <option key={index} value={index}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Share state={state} onNotice={setNotice} />
      </div>
      <RequestBar
        {...{ target: state.target, method: state.method ?? 'GET', user: state.user, description }}
        users={answer?.users ?? []}
        onTarget={(target) => change({ target })}
        onMethod={(method, body) => load({ method, ...(body !== undefined && { body }) })}
        onUser={(user) => change({ user })}
      />
      <div class="panes">
        <Inputs
          {...{ state, version, answer }}
          onText={change}
          onNotice={setNotice}
          onSelects={(selects) => {
            toMistake.current = selects;
          }}
        />
        <Result
          view={state.view}
          shown={shown}
          isOld={isOld(answer)}
          onView={(view) => change({ view })}
          summary={
            <Summary
              view={state.view}
              declaration={state.declaration}
              answer={answer}
              notice={notice}
              onDeclaration={() => toMistake.current?.declaration()}
              onRecords={() => toMistake.current?.records()}
            />
          }
        />
      </div>
    </>
  );
}
