import { sql } from 'kysely';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import { membershipIn } from '../mapping/membership-table.ts';
import { memberEdgesOf, type RelationshipStorage, type Table, type TypeValue } from '../mapping/table.ts';
import { maxKeysOf } from '../reading/select-page.ts';
import { whereAll } from '../statements/condition.ts';
import { keyAt, keyOfRow, readPart } from '../statements/key-columns.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { isTyped } from '../statements/links.ts';
import { isInScope } from '../statements/scope.ts';
import type { Executor } from '../statements/transaction.ts';

/** A relationship, and where its links to the resources of one type are stored. */
export interface Side {
  readonly table: Table;
  readonly relationship: string;
  readonly target: Table;
  readonly links: {
    readonly table: string;
    readonly from: readonly string[];
    readonly to: readonly string[];
    readonly typed: TypeValue | undefined;
  };
}

function sidesIn(table: Table, relationship: string, storage: RelationshipStorage): readonly Side[] {
  if (storage.kind === 'mixed') return memberEdgesOf(storage).flatMap((edge) => sidesIn(table, relationship, edge));
  if (storage.kind === 'polymorphic') {
    const { columns: to, typeColumn: column } = storage;
    return storage.types.flatMap(({ table: target, value }) =>
      target === undefined
        ? []
        : [
            {
              ...{ table, relationship, target },
              links: { table: table.name, from: keyNames(table), to, typed: { column, value } },
            },
          ],
    );
  }
  const links = membershipIn(table, storage);
  return links?.target === undefined ? [] : [{ table, relationship, target: links.target, links }];
}

/** Returns all relationships by the tables of the resources that they contain. */
export function sidesOf(tables: Iterable<Table>): ReadonlyMap<Table, readonly Side[]> {
  const all = [...tables].flatMap((table) =>
    [...table.storages].flatMap(([relationship, storage]) => sidesIn(table, relationship, storage)),
  );
  return Map.groupBy(all, ({ target }) => target);
}

/** The links of a relationship to some resources. */
export interface LinksTo {
  readonly side: Side;
  readonly to: readonly Key[];
  /** The only resources whose links count. Default: all. */
  readonly from?: readonly Key[] | undefined;
}

/** Returns the ids of the resources whose relationship contains one of some others. */
export async function linkedTo(executor: Executor, { side, to, from }: LinksTo): Promise<ReadonlySet<string>> {
  const { table, target, links } = side;
  const ids = new Set<string>();
  if (from?.length === 0) return ids;
  const owner = keyAt(undefined, links.from);
  const selected = owner.columns.map((column, index) => readPart(table.codecs[index], column).as(`id${index}`));
  const maxKeys = maxKeysOf(target);
  for (let start = 0; start < to.length; start += maxKeys) {
    const some = to.slice(start, start + maxKeys);
    const conditions = [
      keysCondition(target.dialect, some)(keyAt(undefined, links.to)),
      ...(from === undefined ? [] : [keysCondition(table.dialect, from)(owner)]),
      ...isTyped(undefined, links.typed),
      ...isInScope(table, owner),
      ...owner.columns.map((column) => sql<boolean>`${column} is not null`),
    ];
    const rows = whereAll(executor.selectFrom(links.table).select(selected), conditions);
    for (const row of await rows.execute()) ids.add(idOfKey(table, keyOfRow(table, row)));
  }
  return ids;
}
