import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { type ChangedField, changedFieldsOf } from '../state/conflict.ts';
import { cut } from '../state/json.ts';
import { type Answer, read } from '../state/send.ts';
import { versionOf } from '../state/versions.ts';
import { Small } from './controls.tsx';

/** The browser must not lay out many long values. */
const MAX_NAME = 200;
const MAX_FIELDS = 100;

/** After 412: what the user has changed beside what others have changed, so that the user can decide. */
export function ConflictView(): JSX.Element | null {
  const { answer } = usePage().requests;
  const isConflict = answer?.status === 412 && /^(?:PATCH|DELETE)$/.test(answer.address.method);
  return isConflict ? <Conflict answer={answer} /> : null;
}

function Conflict({ answer }: { readonly answer: Answer }): JSX.Element | null {
  const { settings, headers, draft, keepChanges } = usePage();
  const [current, setCurrent] = useState<Answer>();
  const [isLost, setIsLost] = useState(false);
  const [reads, setReads] = useState(1);
  const { target, method } = answer.address;
  useEffect(() => {
    setCurrent(undefined);
    setIsLost(false);
    const controller = new AbortController();
    const reading = read(settings, headers, target, controller.signal);
    void reading.then(setCurrent, () => setIsLost(!controller.signal.aborted));
    return () => controller.abort();
  }, [answer, reads]);
  const section = useRef<HTMLElement>(null);
  // A long form can be above it.
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [current]);
  const before = draft.base?.version.resource;
  const { sent } = draft;
  const fields = useMemo(() => changedFieldsOf(before, sent, current?.document), [before, sent, current]);
  const readAgain = <Small onClick={() => setReads(reads + 1)}>Read it again</Small>;
  if (isLost) return <p class="bad">The present version cannot be read. {readAgain}</p>;
  if (current === undefined) return <p>Reading the present version…</p>;
  const { tag } = versionOf(current);
  const isDelete = method === 'DELETE';
  if (tag !== undefined && tag === draft.ifMatch) return null;
  const columns: readonly (readonly [title: string, name: 'before' | 'mine' | 'now'])[] = [
    ...(before === undefined ? [] : [['When you read it', 'before'] as const]),
    ...(isDelete ? [] : [['Your request', 'mine'] as const]),
    ['Now', 'now'],
  ];
  return (
    <section aria-label="Conflict" class="conflict" ref={section}>
      <h2>The resource has changed since you read it.</h2>
      {current.isCut && <p class="bad">The present version is too long: the page has stopped reading it.</p>}
      {current.status >= 300 && (
        <p class="bad">
          The server responds with {current.status} to GET {cut(target, MAX_NAME)}. {readAgain}
        </p>
      )}
      <FieldTable fields={fields.slice(0, MAX_FIELDS)} columns={columns} />
      {fields.length > MAX_FIELDS && <p class="dim">{fields.length - MAX_FIELDS} more fields differ.</p>}
      {current.status < 300 && (
        <button type="button" class={isDelete ? 'danger' : 'primary'} onClick={() => keepChanges(current)}>
          {isDelete ? 'Delete the present version' : 'Keep my changes, and begin from the present version'}
        </button>
      )}
    </section>
  );
}

interface FieldTableProperties {
  readonly fields: readonly ChangedField[];
  readonly columns: readonly (readonly [title: string, name: 'before' | 'mine' | 'now'])[];
}

function FieldTable({ fields, columns }: FieldTableProperties): JSX.Element {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {['Field', ...columns.map(([title]) => title)].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name} class={field.isContested ? 'marked' : ''}>
              <th scope="row">{cut(field.name, MAX_NAME)}</th>
              {columns.map(([, name]) => (
                <td key={name} class="wide">
                  {field[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
