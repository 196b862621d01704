import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { useSending } from '../hooks/use-sending.ts';
import { whileCurrent } from '../hooks/while-current.ts';
import type { OperationsEndpoint } from '../state/described.ts';
import { issuesByOperation, operationsDocument } from '../state/operations.ts';
import type { Issue } from '../state/validate.ts';
import { CodeView } from './code-view.tsx';
import { Small } from './controls.tsx';
import { ErrorList } from './error-list.tsx';
import { OperationItem } from './operation-item.tsx';

/** An API without an endpoint for operations. */
const noEndpoint: OperationsEndpoint = { path: '', limit: 0, hasConditions: false };

/**
 * The collected changes: a list to order, to check, and to send as one request. If the API does not have such requests, or does not accept
 * as many operations, the page sends the changes one by one.
 */
export function OperationsView(): JSX.Element | null {
  const { endpoint = noEndpoint, settings, requests, operations, headers, validate } = usePage();
  const { list, isDone, others, status } = operations;
  const text = useMemo(() => operationsDocument(list, endpoint.hasConditions), [list, endpoint]);
  const { job, cancel, isTooLong, waiting, send, forget } = useSending(endpoint, text);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [said, say] = useState('');
  /** The ids of the elements of which the first that exists gets the focus after the next change of the list. */
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    if (list.length === 0) return setIssues([]);
    const question = { text, as: undefined, isSparse: false, isAtomic: true };
    return whileCurrent(validate(question), (validation) => setIssues(validation.issues ?? []));
  }, [text]);
  useLayoutEffect(() => {
    const elements = wanted.current.map((id) => document.getElementById(id));
    elements.find((it) => it !== null && !it.matches(':disabled'))?.focus();
    wanted.current = [];
  }, [list]);
  const section = useRef<HTMLElement>(null);
  // Another response ends a list that is done, unless the user has followed a link of the list.
  useEffect(() => {
    if (isDone && section.current?.contains(document.activeElement) !== true) operations.clear();
  }, [requests.answer?.address]);
  if (list.length === 0) return null;
  const address = { method: 'POST', target: endpoint.path } as const;
  const issuesOf = issuesByOperation(issues, list.length);
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
    void forget();
  };
  return (
    <section aria-label="Operations" class="operations" id="operations" tabIndex={-1} ref={section}>
      <h2>Operations ({list.length})</h2>
      <p class={isTooLong ? 'warn' : 'dim'}>
        {!isTooLong
          ? 'The server executes all of them in this order, or none.'
          : endpoint.limit === 0
            ? 'No endpoint for several changes is known, so the page sends them one by one. Each of them can fail.'
            : `The server accepts at most ${endpoint.limit} operations in a request, so the page sends them one by one. Each of them can fail.`}{' '}
        The list ends when you leave the page.
      </p>
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
      <p role="status" class={job?.isFailed ? 'bad' : 'dim'}>
        {[job?.text, statusText(status, list.length, list.length - waiting.length, operations.outcomes.size) || said]
          .filter(Boolean)
          .join('. ')}
      </p>
      <div class="row">
        {job?.isRunning && <Small onClick={cancel}>Cancel</Small>}
        {!isDone && (
          <button type="button" class="primary" disabled={job?.isRunning === true} onClick={() => void send()}>
            Send {waiting.length === 1 ? 'the operation' : `${waiting.length} operations`}
            {isTooLong && waiting.length > 1 && ' one by one'}
          </button>
        )}
        <button type="button" onClick={clear}>
          {isDone ? 'Close the list' : 'Clear the list'}
        </button>
      </div>
      {!isTooLong && (
        <CodeView
          title="Code of the operations"
          sending={{ api: settings.api, address, headers, body: text, ifMatch: undefined }}
        />
      )}
    </section>
  );
}

function statusText(status: number | undefined, count: number, done: number, answered: number): string {
  if (answered === 0) return '';
  if (done === count) return count === 1 ? 'The operation is done.' : `All ${count} operations are done.`;
  if (status === undefined) return `${done} of ${count} are done, ${answered - done} failed.`;
  return `The server responded with ${status}. It has executed none of the operations.`;
}
