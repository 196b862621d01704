import { isFilterOperator, isTextOperator, valuesTaken } from '@linkage/core/internal';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { KnownField } from '../state/knowledge.ts';
import { type Target, withValue } from '../state/query.ts';
import { shapeOf } from '../state/schema.ts';
import { Choice, Small } from './controls.tsx';

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

/** Returns how many values of the field an operator compares it with, or `undefined` if it compares strings, or is unknown. */
function comparedValues(operator: string): 'one' | 'two' | 'list' | undefined {
  const isKnown = operator === 'in' || (isFilterOperator(operator) && !isTextOperator(operator));
  return isKnown ? valuesTaken(operator) : undefined;
}

/** Returns why a value cannot be one of the field, or `undefined`. */
function mistakeOf(field: KnownField | undefined, operator: string, value: string): string | undefined {
  const { kind, values } = shapeOf(field?.schema);
  const taken = comparedValues(operator);
  if (field?.schema === undefined || value === '' || value === 'null' || taken === undefined) return undefined;
  const items = taken === 'one' ? [value] : value.split(',');
  if (kind === 'number' || kind === 'integer')
    return items.some((it) => !Number.isFinite(Number(it)) || it.trim() === '') ? 'must be a number' : undefined;
  if (kind === 'boolean')
    return items.every((it) => /^(?:true|false|null)$/.test(it)) ? undefined : 'must be true or false';
  const isListed = kind === 'enum' && taken === 'list';
  if (isListed && items.some((it) => it !== 'null' && !values.some((value) => String(value) === it)))
    return `must be one of ${values.slice(0, 10).map(String).join(', ')}`;
  return undefined;
}

/** The control for the value of a filter: a choice, a date, or a string, which can contain several values. */
function FilterValue({
  filter: { field: name, operator, value },
  field,
  mistake,
  describedBy,
  onValue,
}: {
  readonly filter: Filter;
  readonly field: KnownField | undefined;
  readonly mistake: string | undefined;
  readonly describedBy: string | undefined;
  readonly onValue: (value: string) => void;
}): JSX.Element {
  const { kind, values, isNullable, format } = shapeOf(field?.schema);
  const taken = comparedValues(operator);
  const common = {
    'aria-label': `Value of ${name}`,
    'aria-invalid': mistake !== undefined,
    'aria-describedby': describedBy,
    value,
  };
  const all = operator === 'exists' || kind === 'boolean' ? ['true', 'false'] : values.map(String);
  const isChoice =
    operator === 'exists' || (operator !== 'in' && taken === 'list' && (kind === 'boolean' || kind === 'enum'));
  if (isChoice && !value.includes(',')) {
    const offered = new Set([...all, ...(isNullable && operator !== 'exists' ? ['null'] : []), value].filter(Boolean));
    return <Choice {...common} options={[['', '–'], ...offered]} onChoose={onValue} />;
  }
  const isDate = format === 'date' && taken === 'one' && /^(?:\d{4}-\d\d-\d\d)?$/.test(value);
  return (
    <input
      {...common}
      {...(isDate ? ({ type: 'date' } as const) : {})}
      ref={(element) => element?.setCustomValidity(mistake ?? '')}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  );
}

interface FilterRowsProperties {
  readonly fields: readonly KnownField[];
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
  readonly onRun: (target: Target) => void;
}

/** The filters as rows: a field, an operator, and a value. */
export function FilterRows({ fields, target, onTarget, onRun }: FilterRowsProperties): JSX.Element {
  const filters = filtersOf(target);
  const rows = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  // What the user types next is the value. Enter on the button would add another filter.
  useEffect(() => {
    const values = rows.current?.querySelectorAll<HTMLElement>('[aria-label^="Value of "]') ?? [];
    if (isAdded.current) [...values].at(-1)?.focus();
    isAdded.current = false;
  }, [filters.length]);
  const { parameters } = target;
  const replace = (old: Filter, name: string, value: string): void =>
    onTarget({ ...target, parameters: parameters.map((it) => (it[0] === old.name ? [name, value] : it)) });
  const add = (field: KnownField): void => {
    isAdded.current = true;
    onTarget({ ...target, parameters: [...parameters, [nameOf(field.name, 'eq'), '']] });
  };
  const first = fields.find((field) => !filters.some((filter) => filter.field === field.name));
  return (
    <div class="rows" ref={rows}>
      {filters.map((filter) => {
        const field = fields.find(({ name }) => name === filter.field);
        const mistake = mistakeOf(field, filter.operator, filter.value);
        const id = `mistake-${filter.name}`;
        return (
          <div class="row" key={filter.name}>
            <Choice
              aria-label="Field"
              value={filter.field}
              options={[...(field === undefined ? [filter.field] : []), ...fields.map(({ name }) => name)]}
              onChoose={(name) => replace(filter, nameOf(name, 'eq'), filter.value)}
            />
            <Choice
              aria-label="Operator"
              value={filter.operator}
              options={[...new Set([filter.operator, ...(field?.operators ?? [])])]}
              onChoose={(operator) => replace(filter, nameOf(filter.field, operator), filter.value)}
            />
            <FilterValue
              filter={filter}
              field={field}
              mistake={mistake}
              describedBy={mistake === undefined ? undefined : id}
              onValue={(value) => replace(filter, filter.name, value)}
            />
            <Small
              aria-label={`Remove the filter ${filter.field}`}
              onClick={() => onRun(withValue(target, filter.name, undefined))}
            >
              Remove
            </Small>
            {mistake !== undefined && (
              <span id={id} class="bad">
                {mistake}
              </span>
            )}
          </div>
        );
      })}
      <div class="row">
        {filters.length > 0 && <Small type="submit">Apply</Small>}
        {first !== undefined && <Small onClick={() => add(first)}>Add a filter</Small>}
      </div>
    </div>
  );
}
