import type { MetaObject } from '@linkage/core';
import { type MemberFields, newMemberMeta, rejection } from '@linkage/core/internal';
import { sql } from 'kysely';
import { canStore } from '../columns/column-kinds.ts';
import { describeColumn } from '../columns/describe-column.ts';
import { idOfKey, type Key } from '../mapping/key.ts';
import { boundTo, type Column, eb, parameterOf, type ThroughStorage } from '../mapping/table.ts';
import { whereAll } from '../statements/condition.ts';
import { onlyKeys, type StatementValues } from '../statements/execute-write.ts';
import { isTyped } from '../statements/links.ts';
import type { Changed } from './changed.ts';
import { orSkip } from './insert-members.ts';

/** The data of memberships in a request, by the ids of the members. */
export type SentData = ReadonlyMap<string, MetaObject | undefined>;

type Values = Readonly<Record<string, unknown>>;
type ThroughWithData = ThroughStorage & { readonly data: NonNullable<ThroughStorage['data']> };

/** Whether a join table contains the data of each membership. */
export function hasData(part: ThroughStorage): part is ThroughWithData {
  return part.data !== undefined;
}

/** The relationship whose members a request writes with their data. */
export interface MembersWithData {
  readonly changed: Changed;
  readonly part: ThroughWithData;
  readonly relationship: string;
  readonly sent: SentData;
}

/** A member, and the parameters of its data, each with its column. */
interface Member {
  readonly key: Key;
  readonly data: readonly (readonly [column: Column, parameter: unknown])[];
}

/**
 * Returns a member with the parameters of its data.
 *
 * @throws {JsonApiError} 422 if a column cannot store one of them.
 */
function memberOfKey({ changed, part }: MembersWithData, key: Key, meta: MetaObject): Member {
  const { dialect } = changed.table;
  const data = Object.entries(meta).flatMap(([name, given]): Member['data'] => {
    const column = part.data.get(name);
    if (column === undefined) return [];
    const value = given === null || given === undefined ? null : column.encode(given);
    if (value !== null && column.type !== undefined && !canStore(column.type, value, dialect.values))
      throw rejection('MEMBER_INVALID.column', { name, expected: describeColumn(column.type, value) });
    return [[column, value === null ? null : parameterOf(column, value)]];
  });
  return { key, data };
}

/** Returns the values of a statement, by column. */
function valuesOf({ data }: Member): Values {
  const values = data.map(([column, parameter]) => [
    column.name,
    parameter === null ? null : boundTo(column, parameter),
  ]);
  return Object.fromEntries(values);
}

/** Groups members by a string. Each group is one statement. */
function grouped(members: readonly Member[], textOf: (member: Member) => string): readonly (readonly Member[])[] {
  return [...Map.groupBy(members, textOf).values()];
}

/** Returns a string that only members with equal data have. What cannot be compared is not equal. */
function dataText({ key, data }: Member): string {
  const strings = data.map(([{ name }, parameter]) => [
    name,
    ...(typeof parameter === 'object' && parameter !== null ? [key, 'alone'] : [typeof parameter, String(parameter)]),
  ]);
  return JSON.stringify(strings);
}

function originsOf({ changed }: MembersWithData, members: readonly Member[]): StatementValues {
  const keys = members.map(({ key }) => key);
  return { ...onlyKeys([changed.key], keys), sent: Object.assign({}, ...members.map(valuesOf)) };
}

/** Adds members with the data of their memberships, or the defaults of the schemas: one statement, unless they have different columns. */
export async function insertWithData(write: MembersWithData, keys: readonly Key[]): Promise<void> {
  const { changed, part, relationship, sent } = write;
  const { executor, key: parent, execute } = changed;
  const { table, from, to, typed, target } = part;
  const fields = changed.table.type.relationships.get(relationship)?.member as MemberFields;
  const type = typed === undefined ? {} : { [typed.column]: typed.value };
  const added = keys
    .toSorted()
    .map((key) => memberOfKey(write, key, newMemberMeta(fields, sent.get(idOfKey(target, key)))));
  for (const members of grouped(added, ({ data }) => JSON.stringify(data.map(([{ name }]) => name)))) {
    const rows = members.map((member) => ({ [from]: parent, ...type, [to]: member.key, ...valuesOf(member) }));
    const statement = orSkip(executor, executor.insertInto(table).values(rows), part);
    await execute(statement, originsOf(write, members), { relationship, written: table });
  }
}

/** Writes the data that a request contains for members that exist: one statement for those with equal data. */
export async function updateData(write: MembersWithData, keys: readonly Key[]): Promise<void> {
  const { changed, part, relationship, sent } = write;
  const { executor, key: parent, execute } = changed;
  const { table, from, to, typed, target } = part;
  const given = keys.toSorted().flatMap((key) => {
    const meta = sent.get(idOfKey(target, key));
    return meta === undefined ? [] : [memberOfKey(write, key, meta)];
  });
  for (const members of grouped(given, dataText)) {
    const [first] = members;
    if (first === undefined || first.data.length === 0) continue;
    const statement = whereAll(executor.updateTable(table).set(valuesOf(first)), [
      eb(sql.id(from), '=', parent),
      eb(
        sql.id(to),
        'in',
        Array.from(members, ({ key }) => key),
      ),
      ...isTyped(undefined, typed),
    ]);
    await execute(statement, originsOf(write, members), { relationship, written: table });
  }
}
