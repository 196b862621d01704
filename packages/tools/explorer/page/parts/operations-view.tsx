import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { whileCurrent } from '../hooks/while-current.ts';
import type { OperationsEndpoint } from '../state/described.ts';
import { issuesByOperation, operationsDocument } from '../state/operations.ts';
import type { Issue } from '../state/validate.ts';
import { CodeView } from './code-view.tsx';
import { ErrorList } from './error-list.tsx';
import { OperationItem } from './operation-item.tsx';

/** The collected changes: a list to order, to check, and to send as one request. */
export function OperationsView(): JSX.Element | null {
  const { endpoint } = usePage();
  return endpoint === undefined ? null : <List endpoint={endpoint} />;
}

function List({ endpoint }: { readonly endpoint: OperationsEndpoint }): JSX.Element | null {
  const { settings, operations, headers, requests, validate } = usePage();
  const { list, isDone, others, status } = operations;
  const text = useMemo(() => operationsDocument(list, endpoint.hasConditions), [list, endpoint]);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [said, say] = useState('');
  /** The ids of the elements of which the first that exists gets the focus after the next change of the list. */
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    if (list.length === 0) return undefined;
    const question = { text, as: undefined, isSparse: false, isAtomic: true };
    return whileCurrent(validate(question), (validation) => setIssues(validation.issues ?? []));
  }, [text]);
  useLayoutEffect(() => {
    const elements = wanted.current.map((id) => document.getElementById(id));
    elements.find((it) => it !== null && !it.matches(':disabled'))?.focus();
    wanted.current = [];
  }, [list]);
  if (list.length === 0) return null;
  const address = { method: 'POST', target: endpoint.path } as const;
  const issuesOf = issuesByOperation(issues, list.length);
  const isTooLong = endpoint.limit !== undefined && list.length > endpoint.limit;
  const send = async (): Promise<void> => {
    const result = await requests.run(address, text);
    operations.finish(list, result);
    // The versions that the page knows are out of date.
    if (result !== undefined && result.status < 300) requests.setVersions(() => new Map());
  };
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
  const clear = (): void => {
    wanted.current = ['target'];
    operations.clear();
  };
  return (
    <section aria-label="Operations" class="operations">
      <h2>Operations ({list.length})</h2>
      <p class="dim">The server executes all of them in this order, or none. The list ends when you leave the page.</p>
      <ol>
        {list.map((collected, index) => (
          <OperationItem
            key={collected.key}
            collected={collected}
            place={index + 1}
            issues={issuesOf[index] ?? []}
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
          <button type="button" class="primary" disabled={isTooLong || requests.isSending} onClick={() => void send()}>
            Send {list.length === 1 ? 'the operation' : `${list.length} operations`}
          </button>
        )}
        <button type="button" onClick={clear}>
          {isDone ? 'Close the list' : 'Clear the list'}
        </button>
      </div>
      <CodeView
        title="Code of the operations"
        sending={{ api: settings.api, address, headers, body: text, ifMatch: undefined }}
      />
    </section>
  );
}

function statusText(status: number | undefined, isDone: boolean, count: number): string {
  if (status === undefined) return '';
  if (isDone) return count === 1 ? 'The operation is done.' : `All ${count} operations are done.`;
  return `The server responded with ${status}. It has executed none of the operations.`;
}
