import { sql } from 'kysely';
import type { Key } from '../mapping/key.ts';
import { eb, type MembersStorage, type ThroughStorage } from '../mapping/table.ts';
import { whereAll } from '../statements/condition.ts';
import { onlyKeys } from '../statements/execute-write.ts';
import { exactKey, isKey } from '../statements/keys-condition.ts';
import { isTyped } from '../statements/links.ts';
import { writeFilterOf } from '../statements/row-filter.ts';
import type { Changed } from './changed.ts';
import { orSkip } from './insert-members.ts';
import { hidesMembers } from './members.ts';

/** A member to add, and the join table of its relationship. */
export interface NewMember {
  readonly part: ThroughStorage;
  readonly member: Key;
}

/** Returns the only member that a change adds, if one statement can find the resource and add the member. */
export function onlyNewMember(part: MembersStorage, keys: readonly Key[]): NewMember | undefined {
  const [member, ...others] = keys;
  if (part.kind !== 'through' || member === undefined || others.length > 0 || hidesMembers(part)) return undefined;
  return { part, member };
}

/** Adds one member if the resource exists. Returns false if the resource does not exist. */
export async function addMember(changed: Changed, relationship: string, { part, member }: NewMember): Promise<boolean> {
  const { executor, table: owner, key: parent, execute } = changed;
  const { table, from, to, typed } = part;
  const written = { relationship, written: table };
  const values = onlyKeys([parent], [member]);
  const isLink = eb.and([eb(sql.id(from), '=', parent), eb(sql.id(to), '=', member), ...isTyped(undefined, typed)]);
  const hasLink = eb.exists(eb.selectFrom(table).select(sql.lit(1).as('found')).where(isLink));
  const resource = whereAll(executor.selectFrom(owner.name), [
    isKey(owner, exactKey(owner, parent)),
    ...writeFilterOf(owner),
  ]);
  const type = typed === undefined ? [] : [[typed.column, typed.value] as const];
  const row = [[from, parent] as const, ...type, [to, member] as const];
  const insert = executor
    .insertInto(table)
    .columns(row.map(([column]) => column))
    .expression(resource.where(eb.not(hasLink)).select(row.map(([, value], index) => sql`${value}`.as(`c${index}`))));
  const [result] = await execute(orSkip(executor, insert, part), values, written);
  if (Number(result?.numInsertedOrUpdatedRows) > 0) return true;
  const found = resource.where(hasLink).select(sql.lit(1).as('found'));
  return (await execute(found, values, written)).length > 0;
}
