import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { isObject, type Json, member, objectAt, toText } from '../state/json.ts';
import { type Collected, type Outcome, summaryOf } from '../state/operations.ts';
import { changesOf } from '../state/preview.ts';
import { keyOf } from '../state/resource-places.ts';
import { resourceTarget } from '../state/targets.ts';
import type { Issue } from '../state/validate.ts';
import { Link, Small } from './controls.tsx';
import { ErrorList } from './error-list.tsx';

interface Properties {
  readonly collected: Collected;
  /** The place in the list, from 1. */
  readonly place: number;
  readonly issues: readonly Issue[];
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** One of the collected changes, with its issues, its errors, and its result. */
export function OperationItem({ collected, place, issues, onMove, onRemove }: Properties): JSX.Element {
  const { operations, edit, learned } = usePage();
  const { key, address, operation, body, base, note } = collected;
  const outcome = operations.outcomes.get(key);
  const isDone = operations.isDoneOf(key);
  const name = learned.names.get(keyOf(objectAt(operation, 'ref')))?.label;
  const changes = [name, changesOf(operation)].filter((it) => it !== undefined && it !== '').join(' – ');
  const errors = (outcome?.errors ?? []).map((error) => ({ ...error, source: shortened(member(error, 'source')) }));
  return (
    <li class={errors.length > 0 ? 'operation failed' : 'operation'}>
      <details>
        <summary>
          <strong>{place}.</strong> {summaryOf(collected)}
        </summary>
        <section class="plain" tabIndex={0} aria-label={`Operation ${place}`}>
          <pre>{toText(operation)}</pre>
        </section>
      </details>
      {!isDone && (
        <div class="row">
          {([-1, 1] as const).map((step) => (
            <Small
              key={step}
              id={`operation-${key}-${step === -1 ? 'up' : 'down'}`}
              aria-label={`Move operation ${place} ${step === -1 ? 'up' : 'down'}`}
              disabled={place === (step === -1 ? 1 : operations.list.length)}
              onClick={() => onMove(step)}
            >
              {step === -1 ? 'Up' : 'Down'}
            </Small>
          ))}
          <Small
            aria-label={`Edit operation ${place}`}
            onClick={() => {
              onRemove();
              edit(address, body, base);
            }}
          >
            Edit
          </Small>
          <Small id={`operation-${key}-remove`} aria-label={`Remove operation ${place}`} onClick={onRemove}>
            Remove
          </Small>
        </div>
      )}
      {changes !== '' && <p class="dim">{changes}</p>}
      {note !== undefined && !isDone && <p class="warn">{note}</p>}
      {issues.map(({ message, level, pointer }, index) => (
        <p key={index} class={level === 'must' ? 'bad' : 'warn'}>
          {message} {pointer !== '' && <code>{pointer}</code>}
        </p>
      ))}
      <ErrorList errors={errors} />
      {isDone && <Result outcome={outcome} />}
    </li>
  );
}

/** The pointer without the part that names the operation. */
function shortened(source: Json | undefined): Json {
  const pointer = member(source, 'pointer');
  if (typeof pointer !== 'string') return source ?? {};
  return { pointer: pointer.replace(/^\/atomic:operations\/\d+/, '') || 'the whole operation' };
}

function Result({ outcome }: { readonly outcome: Outcome | undefined }): JSX.Element {
  const { known } = usePage();
  const data = member(outcome?.result, 'data');
  const [type, id] = [member(data, 'type'), member(data, 'id')];
  if (!isObject(data) || typeof type !== 'string' || typeof id !== 'string') return <p class="good">Done</p>;
  return (
    <p class="good">
      Done:{' '}
      <Link to={{ method: 'GET', target: resourceTarget(known, type, id) }}>
        {type} {id}
      </Link>
    </p>
  );
}
