import type { FilterOperator, FilterTerm } from '@linkage/core';
import { filterOperators, isTextOperator, type TextOperator, textComparisonOf, wordsOf } from '@linkage/core/internal';
import type { RawBuilder } from 'kysely';
import { columnKinds } from '../columns/column-kinds.ts';
import { notText } from '../failures/source-errors.ts';
import { type Column, columnIn, type Table } from '../mapping/table.ts';
import { anyOf, type Build, type Condition, type Place } from './condition.ts';
import { slotFor } from './shape.ts';

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Builds the condition on a column. */
type OnColumn = (column: RawBuilder<unknown>) => Condition;

/** Whether a column can store strings, as far as its type is known. */
export function storesText({ type }: Pick<Column, 'type'>): boolean {
  return columnKinds[type?.kind ?? 'other'].isText;
}

/** Returns the condition that a row contains all words of any of some strings. A string without words is in no row. */
function wordsCondition({ shape, table, alias }: Place, own: Column, { field, values }: FilterTerm): Build {
  const { search } = own;
  if (search === undefined)
    throw new TypeError(
      `The attribute "${field}" of "${table.type.name}" must list \`search\` in its option \`filter\`.`,
    );
  const strings = values.filter((value) => typeof value === 'string' && wordsOf(value).length > 0) as readonly string[];
  shape.text += `w${strings.length}`;
  const conditions = strings.map((text) => search.match(text, (it) => slotFor(shape, it)));
  return () => anyOf(conditions.map((build) => build(columnIn(own, alias), alias)));
}

/**
 * Returns the condition that a column contains any of some strings, begins or ends with it, or equals it without case.
 *
 * @throws {JsonApiError} 400 if the column does not contain strings.
 */
export function textCondition(
  place: Place,
  own: Column,
  term: FilterTerm & { readonly operator: TextOperator },
): Build {
  const { shape, table, alias } = place;
  const { values } = term;
  const { dialect, type } = table;
  const comparison = textComparisonOf(term.operator);
  if (!storesText(own)) throw notText(type.name, term);
  if (comparison === 'words') return wordsCondition(place, own, term);
  const conditions = values.flatMap((value): readonly OnColumn[] => {
    // No stored text contains a character that the database cannot store.
    if (typeof value !== 'string' || (!dialect.values.storesNul && value.includes('\u0000'))) return [];
    const text = comparison.ignoresCase ? lowerAscii(value) : value;
    shape.text += text === '' ? '~0' : '~';
    return [dialect.matchText(comparison, text, (it) => slotFor(shape, it), own.type)];
  });
  return () => anyOf(conditions.map((build) => build(columnIn(own, alias))));
}

/** Returns the operators of the attributes whose columns do not store strings. */
export function filterOperatorsOf({
  type,
  columns,
  members,
}: Table): Readonly<Record<string, readonly FilterOperator[]>> {
  const compared = filterOperators.filter((operator) => !isTextOperator(operator));
  const names = [...type.attributes.keys(), ...members.keys()].filter((name) => {
    const column = columns.get(name) ?? members.get(name);
    return column !== undefined && !storesText(column);
  });
  return Object.freeze(Object.fromEntries(names.map((name) => [name, compared])));
}
