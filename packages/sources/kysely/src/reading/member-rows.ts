import type { FilterCondition, MetaObject } from '@linkage/core';
import { setOwn } from '@linkage/core/internal';
import type { Selection } from '@linkage/server';
import { type AliasedRawBuilder, type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { keyNames, type MembershipTable } from '../mapping/key.ts';
import { type AnyDatabase, eb, type ThroughStorage } from '../mapping/table.ts';
import { whereAll } from '../statements/condition.ts';
import { prepareConditions } from '../statements/conditions.ts';
import { type KeyReference, keyAt, readKey } from '../statements/key-columns.ts';
import { isPresent, isTyped, pairsOf } from '../statements/links.ts';
import { rowFilterOf } from '../statements/row-filter.ts';
import {
  expressionsOf,
  MEMBER,
  type Row,
  type SelectedColumns,
  selectedColumns,
} from '../statements/selected-columns.ts';
import type { Shape } from '../statements/shape.ts';
import type { Run } from './execute-read.ts';

/** The name of the join table in a statement. */
export const LINK = 'link';

/** Returns the columns of the data of each membership, for selecting them. */
function dataOf(data: ThroughStorage['data']): AliasedRawBuilder<unknown, string>[] {
  return Array.from(data?.values() ?? [], (column, index) => {
    const own = sql.id(LINK, String(column.name));
    return (column.codec.read === undefined ? sql`${own}` : column.codec.read(sql`${own}`)).as(`m${index}`);
  });
}

/** Returns the data of the membership in a row. */
export function metaOf(columns: NonNullable<ThroughStorage['data']>, row: Row): MetaObject {
  const meta: Record<string, unknown> = {};
  let index = 0;
  for (const [name, { decode, keepsPlain, empty, unread }] of columns) {
    const stored = row[`m${index}`];
    index++;
    if (stored === null || stored === undefined) setOwn(meta, name, empty);
    else if (keepsPlain && (typeof stored === 'string' || Number.isSafeInteger(stored))) setOwn(meta, name, stored);
    else
      try {
        setOwn(meta, name, decode(stored));
      } catch (error) {
        setOwn(meta, name, unread(error));
      }
  }
  return meta;
}

/** Creates the error for an operation that a statement on one database cannot do. */
export function elsewhere(what: string): TypeError {
  return new TypeError(`Related resources in another database cannot be ${what}.`);
}

/** A statement in preparation. */
export interface Preparation {
  readonly run: Run;
  readonly shape: Shape;
  readonly membership: MembershipTable;
  readonly selection: Selection;
}

/** Builds the condition on the key of the parent. */
export type ParentCondition = (from: KeyReference) => Expression<SqlBool>;

/** The query of members, and what a statement selects of them. */
interface MemberRows {
  readonly rows: SelectQueryBuilder<AnyDatabase, string, object>;
  readonly from: KeyReference;
  readonly to: KeyReference;
  readonly columns: SelectedColumns | undefined;
  readonly expressions: readonly AliasedRawBuilder<unknown, string>[];
}

/**
 * Adds the filter of members to a shape. Returns a function that builds the query of members, and their selected columns: the
 * member's id as `c0`, and its other fields.
 */
export function prepareMembers(
  { run: { executor, conditions = [] }, shape, membership, selection }: Preparation,
  ofParents: ParentCondition,
  filter: readonly FilterCondition[] = [],
): () => MemberRows {
  const { kind, target, data } = membership;
  // A foreign key in the members' own table does not require a second table.
  const home = kind === 'foreign-key' ? MEMBER : LINK;
  if (target === undefined && conditions.length > 0) throw elsewhere('compared with conditions');
  const matches = target === undefined ? () => [] : prepareConditions(shape, target, [...filter, ...conditions]);
  return () => {
    const [from, to] = [keyAt(home, membership.from), keyAt(home, membership.to)];
    const all = executor.selectFrom(pairsOf(membership, home)).where(ofParents(from)).where(isPresent(to));
    const pairs = whereAll(all, isTyped(home, membership.typed));
    if (target === undefined) {
      return {
        rows: pairs,
        from,
        to,
        columns: undefined,
        expressions: [readKey(target, to).as('c0'), ...dataOf(data)],
      };
    }
    const columns = selectedColumns(target, selection);
    const expressions = expressionsOf(columns, { name: MEMBER });
    const members =
      home === MEMBER
        ? pairs
        : pairs.innerJoin(`${target.name} as ${MEMBER}`, (join) =>
            join.on(eb(keyAt(MEMBER, keyNames(target)).row, '=', to.row)),
          );
    const rows = whereAll(members, [...rowFilterOf(target, MEMBER), ...matches()]);
    return {
      rows,
      from,
      to,
      columns,
      expressions: data === undefined ? expressions : [...expressions, ...dataOf(data)],
    };
  };
}
