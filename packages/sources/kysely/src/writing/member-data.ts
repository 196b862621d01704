import type { MetaObject } from '@linkage/core';
import { type MemberFields, newMemberMeta, rejection } from '@linkage/core/internal';
import { sql } from 'kysely';
import { canStore } from '../columns/column-kinds.ts';
import { describeColumn } from '../columns/describe-column.ts';
import { idOfKey, type Key } from '../mapping/key.ts';
import { boundTo, eb, parameterOf, type Table, type ThroughEdge } from '../mapping/table.ts';
import { whereAll } from '../statements/condition.ts';
import { onlyKeys, type StatementValues } from '../statements/execute-write.ts';
import { isTyped } from '../statements/links.ts';
import type { Changed } from './changed.ts';
import { orSkip } from './insert-members.ts';

/** The data of memberships in a request, by the ids of the members. */
export type SentData = ReadonlyMap<string, MetaObject | undefined>;

type Values = Readonly<Record<string, unknown>>;
type ThroughWithData = ThroughEdge & { readonly data: NonNullable<ThroughEdge['data']> };

/** Whether a join table contains the data of each membership. */
export function hasData(edge: ThroughEdge): edge is ThroughWithData {
  return edge.data !== undefined;
}

/**
 * Returns the values of the data of a membership, by column.
 *
 * @throws {JsonApiError} 422 if a column cannot store one of them.
 */
function valuesIn({ dialect }: Table, { data }: ThroughWithData, meta: MetaObject): Values {
  const values: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(meta)) {
    const column = data.get(name);
    if (column?.name === undefined) continue;
    const value = given === null || given === undefined ? null : column.encode(given);
    if (value !== null && column.type !== undefined && !canStore(column.type, value, dialect.values))
      throw rejection('MEMBER_INVALID.column', { name, expected: describeColumn(column.type, value) });
    values[column.name] = value === null ? null : boundTo(column, parameterOf(column, value));
  }
  return values;
}

/** Groups members by a text. Each group is one statement. */
function grouped(
  keys: readonly Key[],
  valuesOfKey: (key: Key) => Values,
  textOf: (values: Values) => string,
): readonly (readonly (readonly [key: Key, values: Values])[])[] {
  const members = keys.toSorted().map((key) => [key, valuesOfKey(key)] as const);
  return [...Map.groupBy(members, ([, values]) => textOf(values)).values()];
}

function originsOf(parent: Key, members: readonly (readonly [Key, Values])[]): StatementValues {
  const keys = members.map(([key]) => key);
  return { ...onlyKeys([parent], keys), sent: Object.assign({}, ...members.map(([, values]) => values)) };
}

/** Adds members with the data of their memberships, or the defaults of the schemas: one statement, unless they have different columns. */
export async function insertWithData(
  { executor, table: owner, key: parent, execute }: Changed,
  edge: ThroughWithData,
  keys: readonly Key[],
  sent: SentData,
  relationship: string,
): Promise<void> {
  const { table, from, to, typed, target } = edge;
  const fields = owner.type.relationships.get(relationship)?.member as MemberFields;
  const written = { relationship, written: table };
  const type = typed === undefined ? {} : { [typed.column]: typed.value };
  const newValues = (key: Key) => valuesIn(owner, edge, newMemberMeta(fields, sent.get(idOfKey(target, key))));
  for (const members of grouped(keys, newValues, (values) => JSON.stringify(Object.keys(values)))) {
    const rows = members.map(([key, values]) => ({ [from]: parent, ...type, [to]: key, ...values }));
    await execute(orSkip(executor, executor.insertInto(table).values(rows), edge), originsOf(parent, members), written);
  }
}

/** Writes the data that a request contains for members that exist: one statement for those with equal data. */
export async function updateData(
  { executor, table: owner, key: parent, execute }: Changed,
  edge: ThroughWithData,
  keys: readonly Key[],
  sent: SentData,
  relationship: string,
): Promise<void> {
  const { table, from, to, typed, target } = edge;
  const written = { relationship, written: table };
  const given = keys.filter((key) => sent.get(idOfKey(target, key)) !== undefined);
  const valuesOfKey = (key: Key) => valuesIn(owner, edge, sent.get(idOfKey(target, key)) ?? {});
  const texts = new Map<Values, string>();
  const textOf = (values: Values): string => {
    const known = texts.get(values) ?? JSON.stringify(sentTexts(values));
    texts.set(values, known);
    return known;
  };
  for (const members of grouped(given, valuesOfKey, textOf)) {
    const ids = members.map(([key]) => key);
    const [, values = {}] = members.at(0) ?? [];
    const statement = whereAll(executor.updateTable(table).set(values), [
      eb(sql.id(from), '=', parent),
      eb(sql.id(to), 'in', ids),
      ...isTyped(undefined, typed),
    ]);
    await execute(statement, originsOf(parent, members), written);
  }
}

/** Returns the values of a statement as texts to compare. A value that is part of SQL stands for itself only. */
function sentTexts(values: Values): unknown {
  return Object.entries(values).map(([column, value]) => [column, typeof value === 'bigint' ? `${value}n` : value]);
}
