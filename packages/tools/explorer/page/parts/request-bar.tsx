import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import type { Submission } from '../hooks/use-submission.ts';
import { type Method, methods } from '../state/address.ts';
import { completionsAt } from '../state/completion.ts';
import { operationOf } from '../state/operations.ts';
import { hasBody, messageOf } from '../state/send.ts';
import { templateOf } from '../text/draft.ts';
import { Combobox } from './combobox.tsx';
import { Choice, ignoreRepeats, submits } from './controls.tsx';
import { RejectionNote } from './rejection-note.tsx';

/** The method and the URL of the request, and the buttons that send or collect it. */
export function RequestBar({ submission }: { readonly submission: Submission }): JSX.Element {
  const { settings, known, address, setAddress, draft, requests, operations, endpoint } = usePage();
  const { method, target } = address;
  const isWrite = method !== 'GET';
  const changeMethod = (next: Method): void => {
    const other = { target, method: next };
    setAddress(other);
    if (hasBody(other) && !draft.belongsTo(target)) draft.begin(templateOf(known, other), target);
  };
  /** Adds the change to the operations, and returns why it cannot. */
  const collect = (): string | undefined => {
    if (draft.changes?.names.length === 0) return 'Nothing has changed.';
    try {
      const operation = operationOf(known, settings.api, address, draft.sent);
      operations.add({ operation, address, body: draft.text, ifMatch: draft.ifMatch, base: draft.base });
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  };
  return (
    <>
      <form class="bar" onKeyDown={ignoreRepeats} onSubmit={submits(() => void submission.submit('bar'))}>
        <Choice
          aria-label="Method"
          value={method}
          options={settings.writes ? methods : ['GET']}
          onChoose={(next) => changeMethod(next as Method)}
        />
        <TargetInput />
        <button type="submit" class="primary" disabled={isWrite && !settings.writes}>
          {requests.isSending ? 'Sending…' : 'Send'}
        </button>
        {isWrite && endpoint !== undefined && (
          <button type="button" onClick={() => submission.end('bar', collect())}>
            Add to operations
          </button>
        )}
      </form>
      <RejectionNote at="bar" submission={submission} />
    </>
  );
}

/** The path and the query, completed from what the page knows. */
function TargetInput(): JSX.Element {
  const { known, learned, address, setAddress } = usePage();
  const { method, target } = address;
  const [place, setPlace] = useState<number>();
  const [picked, setPicked] = useState<number>();
  const options = useMemo(
    () => (place === undefined ? [] : completionsAt(known, learned, target, place)),
    [known, learned, target, place],
  );
  useLayoutEffect(() => {
    const input = document.getElementById('target');
    if (picked !== undefined && input instanceof HTMLInputElement) input.setSelectionRange(picked, picked);
  }, [picked, target]);
  const show = (next: string, caret: number): void => {
    setPlace(caret);
    setAddress({ method, target: next });
  };
  return (
    <Combobox
      id="target"
      label="Path and query"
      value={target}
      options={options}
      onText={(text, caret) => {
        setPicked(undefined);
        show(text, caret);
      }}
      onPick={(it) => {
        setPicked(it.caret);
        show(it.target, it.caret);
      }}
    />
  );
}
