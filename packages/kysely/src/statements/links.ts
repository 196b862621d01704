import { type Expression, expressionBuilder } from 'kysely';
import type { Key } from '../mapping/key.ts';
import { membershipIn } from '../mapping/membership-table.ts';
import type { AnyDatabase, MembersEdge, Table, TypeValue } from '../mapping/table.ts';
import { type Condition, nothing } from './attribute-conditions.ts';
import { type KeyReference, keyAt, selectedKey } from './key-columns.ts';
import { keysCondition } from './keys-condition.ts';

const eb = expressionBuilder<AnyDatabase>();

/** Whether a key is one of some keys. */
export function hasOneOf({ dialect }: Pick<Table, 'dialect'>, key: KeyReference, keys: readonly Key[]): Condition {
  return keys.length === 0 ? nothing : keysCondition(dialect, keys)(key);
}

/** Returns the condition on the type column of an edge. */
export function isTyped(alias: string | undefined, typed: TypeValue | undefined): readonly Condition[] {
  return typed === undefined ? [] : [eb(keyAt(alias, [typed.column]).row, '=', typed.value)];
}

/** The owners in the links of a to-many relationship that match a condition on the member. */
export function ownersIn(
  table: Table,
  storage: MembersEdge,
  isMember: (member: KeyReference) => Condition,
): Expression<unknown> {
  const links = membershipIn(table, storage);
  if (links === undefined) throw new TypeError('A relationship with several target types does not have links.');
  const rows = eb.selectFrom(`${links.table} as other`).select(selectedKey(keyAt('other', links.from)));
  return [...isTyped('other', links.typed), isMember(keyAt('other', links.to))].reduce(
    (all, it) => all.where(it),
    rows,
  );
}

/** Whether no column of a key is NULL. */
export function isPresent({ columns }: KeyReference): Condition {
  return eb.and(columns.map((column) => eb(column, 'is not', null)));
}

/** Whether a column of a key is NULL. */
export function isAbsent({ columns }: KeyReference): Condition {
  return eb.or(columns.map((column) => eb(column, 'is', null)));
}
