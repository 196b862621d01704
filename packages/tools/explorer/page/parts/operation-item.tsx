import type { JSX } from 'preact';
import { formatAddress } from '../state/address.ts';
import { isObject, type Json, member, textOf } from '../state/json.ts';
import { type Collected, type Outcome, summaryOf } from '../state/operations.ts';
import type { Issue } from '../state/validate.ts';
import { ErrorList } from './error-list.tsx';
import { type Edit, follow, type Open } from './navigation.tsx';

interface Properties {
  readonly collected: Collected;
  /** The place in the list, from 1. */
  readonly place: number;
  readonly count: number;
  readonly issues: readonly Issue[];
  readonly outcome: Outcome | undefined;
  readonly isDone: boolean;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
  /** Returns the target of a resource. */
  readonly targetOf: (type: string, id: string) => string;
  readonly open: Open;
  readonly edit: Edit;
}

/** One of the collected changes, with its issues, its errors, and its result. */
export function OperationItem(properties: Properties): JSX.Element {
  const { collected, place, count, issues, outcome, isDone, onMove, onRemove, edit } = properties;
  const { key, address, operation, body, base } = collected;
  const errors = (outcome?.errors ?? []).map((error) => ({ ...error, source: shortened(member(error, 'source')) }));
  return (
    <li class={errors.length > 0 ? 'operation failed' : 'operation'}>
      <details>
        <summary>
          <strong>{place}.</strong> {summaryOf(collected)}
        </summary>
        <section class="plain" tabIndex={0} aria-label={`Operation ${place}`}>
          <pre>{JSON.stringify(operation, null, 2)}</pre>
        </section>
      </details>
      {!isDone && (
        <div class="row">
          {([-1, 1] as const).map((step) => (
            <button
              key={step}
              type="button"
              class="small"
              id={`operation-${key}-${step === -1 ? 'up' : 'down'}`}
              aria-label={`Move operation ${place} ${step === -1 ? 'up' : 'down'}`}
              disabled={step === -1 ? place === 1 : place === count}
              onClick={() => onMove(step)}
            >
              {step === -1 ? 'Up' : 'Down'}
            </button>
          ))}
          <button
            type="button"
            class="small"
            aria-label={`Edit operation ${place}`}
            onClick={() => {
              onRemove();
              edit(address, body, base);
            }}
          >
            Edit
          </button>
          <button
            type="button"
            class="small"
            id={`operation-${key}-remove`}
            aria-label={`Remove operation ${place}`}
            onClick={onRemove}
          >
            Remove
          </button>
        </div>
      )}
      {issues.map(({ message, level, pointer }, index) => (
        <p key={index} class={level === 'must' ? 'bad' : 'warn'}>
          {message} {pointer !== '' && <code>{pointer}</code>}
        </p>
      ))}
      <ErrorList errors={errors} />
      {isDone && <Result {...properties} result={outcome?.result} />}
    </li>
  );
}

/** The pointer without the part that names the operation. */
function shortened(source: Json | undefined): Json {
  const pointer = member(source, 'pointer');
  if (typeof pointer !== 'string') return source ?? {};
  return { pointer: pointer.replace(/^\/atomic:operations\/\d+/, '') || 'the whole operation' };
}

function Result({ result, targetOf, open }: Properties & { readonly result: Json | undefined }): JSX.Element {
  const data = member(result, 'data');
  const [type, id] = [member(data, 'type'), member(data, 'id')];
  if (!isObject(data) || typeof type !== 'string' || typeof id !== 'string') return <p class="good">Done</p>;
  const target = targetOf(type, id);
  return (
    <p class="good">
      Done:{' '}
      <a
        href={formatAddress({ method: 'GET', target })}
        onClick={(event) => follow(event, () => open({ method: 'GET', target }))}
      >
        {textOf(type)} {textOf(id)}
      </a>
    </p>
  );
}
