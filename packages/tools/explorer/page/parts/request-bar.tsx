import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import type { Submission } from '../hooks/use-submission.ts';
import { type Method, methods } from '../state/address.ts';
import { operationOf } from '../state/operations.ts';
import { hasBody, messageOf } from '../state/send.ts';
import { templateOf } from '../text/draft.ts';
import { Choice, ignoreRepeats, submits, TextBox } from './controls.tsx';
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
        <TextBox
          id="target"
          aria-label="Path and query"
          autocapitalize="off"
          value={target}
          onText={(next) => setAddress({ method, target: next })}
        />
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
