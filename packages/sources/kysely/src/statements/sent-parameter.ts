import { followField, isSent, memberOf, termsIn } from '@linkage/core/internal';
import type { PageSlice, SourceCondition, SourceTerm } from '@linkage/server';
import { keysOf, partsOf } from '../mapping/key.ts';
import { type Column, parameterOf, type Table } from '../mapping/table.ts';

/** The parts of a read that can contain values of the client. */
export interface SentRead {
  readonly ids?: readonly string[] | undefined;
  readonly filter?: readonly SourceCondition[] | undefined;
  readonly page?: PageSlice | undefined;
}

/** The part of a request that contains a value. */
export type SentPart = 'ids' | 'filter' | 'after' | 'before';

/** Whether each value of a parameter is one of some values. A list of keys is one parameter. */
function isAmong(values: readonly unknown[], parameter: unknown): boolean {
  const strings = new Set(values.map(String));
  const own: readonly unknown[] = Array.isArray(parameter) ? parameter : [parameter];
  return own.length > 0 && own.every((value) => strings.has(String(value)));
}

/** Returns the table and the column at the end of a path. */
function endOf(
  table: Table,
  field: string,
): { readonly table: Table | undefined; readonly column: Column | undefined } {
  const { end, name } = followField(field, table, ({ storages }, step) => storages.get(step)?.target);
  const storage = end.storages.get(name);
  return {
    table: storage === undefined ? end : storage.target,
    column: end.columns.get(name) ?? end.members.get(name),
  };
}

/** Returns the parameters of the terms whose values the client sent. Other terms are those of rules. */
function parametersOfTerm(table: Table, { field, values }: SourceTerm): readonly unknown[] {
  if (!isSent(values)) return [];
  const known = values.filter((value) => value !== null);
  const end = endOf(table, field);
  const { column } = end;
  if (column !== undefined) {
    const encoded = known.map(column.encode);
    return [...known, ...encoded, ...encoded.map((value) => parameterOf(column, value))];
  }
  return [...known, ...keysOf(end.table, known.map(String)).flatMap(partsOf)];
}

function parametersOfPosition(table: Table, position: unknown): readonly unknown[] {
  if (!Array.isArray(position)) return [];
  const ids = position.length === 0 ? [] : keysOf(table, [String(position.at(-1))]);
  return [...position, ...ids.flatMap(partsOf)];
}

/** Returns the part of a read in which the client sent the value of a parameter. Returns undefined for values of the server. */
export function sentPartOf(
  table: Table,
  { ids = [], filter = [], page }: SentRead,
  parameter: unknown,
): SentPart | undefined {
  if (isSent(ids) && isAmong(keysOf(table, ids).flatMap(partsOf), parameter)) return 'ids';
  const terms = termsIn(filter) as readonly SourceTerm[];
  const compared = terms.flatMap((term) => parametersOfTerm(table, term));
  if (isAmong(compared, parameter)) return 'filter';
  if (page === undefined) return undefined;
  const isIn = (name: 'after' | 'before') => isAmong(parametersOfPosition(table, memberOf(page, name)), parameter);
  if (isIn('after')) return 'after';
  return isIn('before') ? 'before' : undefined;
}
