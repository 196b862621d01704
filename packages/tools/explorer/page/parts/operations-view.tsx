import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import type { OperationsEndpoint } from '../state/described.ts';
import { issuesByOperation, operationsDocument } from '../state/operations.ts';
import type { HeaderField } from '../state/send.ts';
import type { Issue, Validate } from '../state/validate.ts';
import { CodeView } from './code-view.tsx';
import { ErrorList } from './error-list.tsx';
import type { Edit, Open } from './navigation.tsx';
import { OperationItem } from './operation-item.tsx';
import type { Operations } from './use-operations.ts';

interface Properties {
  readonly settings: Settings;
  readonly endpoint: OperationsEndpoint;
  readonly operations: Operations;
  readonly headers: readonly HeaderField[];
  readonly isSending: boolean;
  readonly validate: Validate;
  /** Sends the document with all operations. */
  readonly onSend: (document: string) => void;
  /** Returns the target of a resource. */
  readonly targetOf: (type: string, id: string) => string;
  readonly open: Open;
  readonly edit: Edit;
}

/** The collected changes: a list to order, to check, and to send as one request. */
export function OperationsView(properties: Properties): JSX.Element | null {
  const { settings, endpoint, operations, headers, isSending, validate, onSend } = properties;
  const { list, isDone, others, status } = operations;
  const text = useMemo(() => operationsDocument(list, endpoint.hasConditions), [list, endpoint]);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [said, say] = useState('');
  /** The ids of the elements of which the first that exists gets the focus after the next change of the list. */
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    if (list.length > 0)
      void validate({ text, as: undefined, isSparse: false, isAtomic: true }).then((validation) => {
        if (isCurrent) setIssues(validation.issues ?? []);
      });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  useLayoutEffect(() => {
    const elements = wanted.current.map((id) => document.getElementById(id));
    elements.find((it) => it !== null && !it.matches(':disabled'))?.focus();
    wanted.current = [];
  }, [list]);
  if (list.length === 0) return null;
  const issuesOf = issuesByOperation(issues, list.length);
  const isTooLong = endpoint.limit !== undefined && list.length > endpoint.limit;
  const move = (key: number, place: number, step: -1 | 1): void => {
    const [first, second] = step === -1 ? ['up', 'down'] : ['down', 'up'];
    wanted.current = [`operation-${key}-${first}`, `operation-${key}-${second}`];
    say(`The operation is number ${place + step} of ${list.length} now.`);
    operations.move(key, step);
  };
  const remove = (key: number, place: number): void => {
    const neighbor = list[place] ?? list[place - 2];
    wanted.current = [`operation-${neighbor?.key}-remove`, 'target'];
    say(`The operation is removed. ${list.length - 1} left.`);
    operations.remove(key);
  };
  return (
    <section aria-label="Operations" class="operations">
      <h2>Operations ({list.length})</h2>
      <p class="dim">The server executes all of them in this order, or none. The list ends when you leave the page.</p>
      <ol>
        {list.map((collected, index) => (
          <OperationItem
            key={collected.key}
            {...properties}
            collected={collected}
            place={index + 1}
            count={list.length}
            issues={issuesOf[index] ?? []}
            outcome={operations.outcomes.get(collected.key)}
            isDone={isDone}
            onMove={(step) => move(collected.key, index + 1, step)}
            onRemove={() => remove(collected.key, index + 1)}
          />
        ))}
      </ol>
      <ErrorList errors={others} />
      {(issuesOf[list.length] ?? []).map(({ message }, index) => (
        <p key={index} class="bad">
          {message}
        </p>
      ))}
      {isTooLong && <p class="bad">The server accepts at most {endpoint.limit} operations in a request.</p>}
      <p role="status" class="dim">
        {statusText(status, isDone, list.length) || said}
      </p>
      <div class="row">
        {!isDone && (
          <button type="button" class="primary" disabled={isTooLong || isSending} onClick={() => onSend(text)}>
            Send {list.length === 1 ? 'the operation' : `${list.length} operations`}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            wanted.current = ['target'];
            operations.clear();
          }}
        >
          {isDone ? 'Close the list' : 'Clear the list'}
        </button>
      </div>
      <CodeView
        title="Code of the operations"
        sending={{
          api: settings.api,
          address: { method: 'POST', target: endpoint.path },
          headers,
          body: text,
          ifMatch: undefined,
        }}
        collection={undefined}
      />
    </section>
  );
}

function statusText(status: number | undefined, isDone: boolean, count: number): string {
  if (status === undefined) return '';
  if (isDone) return count === 1 ? 'The operation is done.' : `All ${count} operations are done.`;
  return `The server responded with ${status}. It has executed none of the operations.`;
}
