import type { JSX } from 'preact';
import { member } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { type Target, withValue } from '../state/query.ts';

/** A filter of the target: `filter[title][contains]=a`. */
interface Filter {
  readonly name: string;
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

function filtersOf({ parameters }: Target): readonly Filter[] {
  return parameters.flatMap(([name, value]) => {
    const [, field, operator = 'eq'] = /^filter\[([^\]]+)\](?:\[([^\]]+)\])?$/.exec(name) ?? [];
    return field === undefined ? [] : [{ name, field, operator, value }];
  });
}

function nameOf(field: string, operator: string): string {
  return operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
}

/** Returns why a value cannot be one of the field, or `undefined`. */
function mistakeIn(field: KnownField | undefined, operator: string, value: string): string | undefined {
  const type = member(field?.schema, 'type');
  const types = Array.isArray(type) ? type : [type];
  if (value === '' || value === 'null' || !['eq', 'ne', 'in', 'lt', 'le', 'gt', 'ge', 'between'].includes(operator))
    return undefined;
  const isNumber = types.some((it) => it === 'number' || it === 'integer') && !types.includes('string');
  return isNumber && value.split(',').some((it) => !Number.isFinite(Number(it)) || it.trim() === '')
    ? 'must be a number'
    : undefined;
}

/** The filters as rows: a field, an operator, and a value. */
export function FilterRows({
  fields,
  target,
  onTarget,
  onRun,
}: {
  readonly fields: readonly KnownField[];
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
  readonly onRun: (target: Target) => void;
}): JSX.Element {
  const filters = filtersOf(target);
  const rename = ({ name, value }: Filter, field: string, operator: string): void =>
    onTarget({
      ...target,
      parameters: target.parameters.map((it) => (it[0] === name ? [nameOf(field, operator), value] : it)),
    });
  const first = fields.find((field) => !filters.some((filter) => filter.field === field.name));
  return (
    <div class="rows">
      {filters.map((filter) => {
        const field = fields.find(({ name }) => name === filter.field);
        const mistake = mistakeIn(field, filter.operator, filter.value);
        const id = `mistake-${filter.name}`;
        return (
          <div class="row" key={filter.name}>
            <select
              aria-label="Field"
              value={filter.field}
              onChange={(event) => rename(filter, event.currentTarget.value, 'eq')}
            >
              {field === undefined && <option>{filter.field}</option>}
              {fields.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <select
              aria-label="Operator"
              value={filter.operator}
              onChange={(event) => rename(filter, filter.field, event.currentTarget.value)}
            >
              {[...new Set([filter.operator, ...(field?.operators ?? [])])].map((operator) => (
                <option key={operator}>{operator}</option>
              ))}
            </select>
            <input
              aria-label={`Value of ${filter.field}`}
              aria-invalid={mistake !== undefined}
              aria-describedby={mistake === undefined ? undefined : id}
              value={filter.value}
              ref={(element: HTMLInputElement | null) => element?.setCustomValidity(mistake ?? '')}
              onInput={(event) => {
                const { value } = event.currentTarget;
                onTarget({
                  ...target,
                  parameters: target.parameters.map((it) => (it[0] === filter.name ? [filter.name, value] : it)),
                });
              }}
            />
            <button
              type="button"
              class="small"
              aria-label={`Remove the filter ${filter.field}`}
              onClick={() => onRun(withValue(target, filter.name, undefined))}
            >
              Remove
            </button>
            {mistake !== undefined && (
              <span id={id} class="bad">
                {mistake}
              </span>
            )}
          </div>
        );
      })}
      <div class="row">
        {filters.length > 0 && (
          <button type="submit" class="small">
            Apply
          </button>
        )}
        {first !== undefined && (
          <button
            type="button"
            class="small"
            onClick={() => onTarget({ ...target, parameters: [...target.parameters, [nameOf(first.name, 'eq'), '']] })}
          >
            Add a filter
          </button>
        )}
      </div>
    </div>
  );
}
