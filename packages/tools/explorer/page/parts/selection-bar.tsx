import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import type { Method } from '../state/address.ts';
import { formFields, isWritable } from '../state/form.ts';
import type { Json } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { typeNameOf } from '../state/resource-places.ts';
import { mistakeIn } from '../state/schema-mistakes.ts';
import { Choice, Small, submits } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import { numberText } from './page-links.tsx';
import { ValueInput } from './value-input.tsx';

/** The number of selected rows, and what can be done with all of them. */
export function SelectionBar(): JSX.Element {
  const { settings, known, table, against } = usePage();
  const [isChanging, setChanging] = useState(false);
  const { selected, job, collect, cancel } = table;
  const count = selected.size;
  const types = [...new Set([...selected.values()].map(({ resource }) => typeNameOf(resource)))];
  const can = (method: Method): boolean =>
    [...selected.values()].every(({ resource, target }) => against({ method, target }, resource) === undefined);
  const type = types.length === 1 ? known.get(types[0] ?? '') : undefined;
  const fields =
    type === undefined ? [] : formFields(type).filter((it) => it.kind !== 'to-many' && isWritable(it, 'update'));
  /** Shows the collected changes, as soon as the page has them. */
  const show = (done: Promise<void>): void =>
    void done.then(() => setTimeout(() => document.getElementById('operations')?.focus()));
  return (
    <div class="row selection">
      <span role="status" class={job?.isFailed ? 'bad' : ''}>
        {[count === 0 ? '' : `${numberText(count)} selected`, job?.text].filter(Boolean).join(' · ')}
      </span>
      {count === 0 && !job?.text && (
        <span class="dim">
          Select rows to {settings.writes ? 'change, delete, or ' : ''}export them.
          <span class="keys"> Arrow keys move in the table{settings.writes && ', and Enter edits a cell'}.</span>
        </span>
      )}
      {job?.isRunning && <Small onClick={cancel}>Cancel</Small>}
      {count > 0 && (
        <>
          {can('PATCH') && fields.length > 0 && (
            <Small disabled={job?.isRunning} onClick={() => setChanging(true)}>
              Change {numberText(count)}
            </Small>
          )}
          {can('DELETE') && (
            <Small disabled={job?.isRunning} onClick={() => show(collect('DELETE'))}>
              Delete {numberText(count)}
            </Small>
          )}
          <Small
            aria-label="Clear the selection"
            onClick={() => {
              document.querySelector<HTMLElement>('.answer .scroll')?.focus();
              table.clear();
            }}
          >
            Clear
          </Small>
        </>
      )}
      {isChanging && (
        <ChangeDialog
          {...{ fields, count }}
          onClose={(values) => {
            setChanging(false);
            if (values.length > 0) show(collect('PATCH', values));
          }}
        />
      )}
    </div>
  );
}

interface ChangeDialogProperties {
  readonly fields: readonly KnownField[];
  readonly count: number;
  readonly onClose: (values: readonly (readonly [KnownField, Json])[]) => void;
}

/** Asks for the values that all selected rows get. */
function ChangeDialog({ fields, count, onClose }: ChangeDialogProperties): JSX.Element {
  const [values, setValues] = useState<readonly (readonly [KnownField, Json | undefined])[]>([]);
  const rest = fields.filter((field) => !values.some(([it]) => it === field));
  const given = values.flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const]));
  const mistakeOf = ([field, value]: (typeof values)[number]): string | undefined =>
    field.kind === 'attribute' && value !== undefined ? mistakeIn(field.schema, value) : undefined;
  return (
    <Dialog labelledBy="change" onCancel={() => onClose([])}>
      <h2 id="change">Change {numberText(count)} resources</h2>
      <p class="dim">The next step shows the changes. Nothing is sent before.</p>
      <form onSubmit={submits(() => onClose(given))}>
        {values.map(([field, value], index) => {
          const mistake = mistakeOf([field, value]);
          const id = `change-${field.name}`;
          return (
            <div key={field.name}>
              <ValueInput
                {...{ id, field, value }}
                mistake={mistake && `${id}-mistake`}
                onValue={(next) => setValues(values.map((it, place) => (place === index ? [field, next] : it)))}
              />
              {mistake !== undefined && (
                <span class="bad" id={`${id}-mistake`}>
                  {mistake}
                </span>
              )}
            </div>
          );
        })}
        {rest.length > 0 && (
          <p class="row">
            <Choice
              aria-label="Field to change"
              value=""
              options={[
                ['', values.length === 0 ? 'Choose a field' : 'Another field'],
                ...rest.map(({ name }) => name),
              ]}
              onChoose={(name) =>
                setValues([...values, ...rest.flatMap((it) => (it.name === name ? [[it, undefined] as const] : []))])
              }
            />
          </p>
        )}
        <p class="row">
          <button type="submit" class="primary" disabled={given.length === 0 || given.length < values.length}>
            Show {count === 1 ? 'the change' : `${numberText(count)} changes`}
          </button>
          <button type="button" onClick={() => onClose([])}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
