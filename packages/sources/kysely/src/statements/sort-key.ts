import { conditionsThrough } from '@linkage/core/internal';
import { stepsOf } from '@linkage/core/records';
import type { SourceSortField } from '@linkage/server';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ColumnType } from '../columns/column-type.ts';
import { keyNames, referencedNames } from '../mapping/key.ts';
import { columnIn, columnOf, eb, storageOf, type Table, type TypeValue } from '../mapping/table.ts';
import type { Build, Condition } from './condition.ts';
import { prepareConditions } from './conditions.ts';
import { type KeyReference, keyAt } from './key-columns.ts';
import { isTyped } from './links.ts';
import { rowFilterOf } from './row-filter.ts';
import { MEMBER } from './selected-columns.ts';
import type { Shape } from './shape.ts';

/** A table that is joined for a sort order: a to-one relationship references at most one of its rows. */
export interface SortJoin {
  readonly alias: string;
  readonly target: Table;
  /** The columns of the rows that reference the table, or that it references. */
  readonly from: KeyReference;
  /** The columns of the table that are equal to them. */
  readonly to: readonly string[];
  /** The value of its type column. */
  readonly typed: TypeValue | undefined;
  /** Builds further conditions on its rows. */
  readonly conditions: Build<readonly Condition[]> | undefined;
}

/** Conditions on the rows of joined tables, by their aliases. */
export type JoinConditions = ReadonlyMap<string, Build<readonly Condition[]>>;

/** The column that an order compares, or the columns of an id. */
export interface SortKey {
  readonly columns: readonly RawBuilder<unknown>[];
  /** Whether the column can be NULL, as far as it is known. */
  readonly nullable: boolean;
  /** Whether the column can be NULL in rows for which all joins find a row. */
  readonly nullableIfFound: boolean;
  /** Where the attribute says that orders place NULL. */
  readonly nulls: 'first' | 'last' | undefined;
  /** The type of the column; undefined if it is not known. */
  readonly type: ColumnType | undefined;
  /** The joined tables between the rows and the column. */
  readonly joins: readonly SortJoin[];
}

/** A step through a to-one relationship: the columns of the row and of the related row that are equal. */
interface SortStep {
  readonly target: Table;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly typed: TypeValue | undefined;
}

/** Returns the step through a relationship; undefined if it has several members, target types, or another database. */
export function sortStepOf(table: Table, relationship: string): SortStep | undefined {
  const storage = table.storages.get(relationship);
  const isToOne = table.type.relationships.get(relationship)?.kind === 'to-one';
  if (!isToOne || storage?.target === undefined || storage.kind === 'through') return undefined;
  const { target, columns } = storage;
  return storage.kind === 'column'
    ? { target, from: columns, to: referencedNames(storage, target), typed: undefined }
    : { target, from: referencedNames(storage, table), to: columns, typed: storage.typed };
}

function stepOf(table: Table, relationship: string): SortStep {
  const step = sortStepOf(table, relationship);
  if (step !== undefined) return step;
  const { kind } = storageOf(table, relationship);
  const isToOne = table.type.relationships.get(relationship)?.kind === 'to-one';
  const reason =
    kind === 'polymorphic'
      ? `\`${relationship}\`, because it has several target types`
      : isToOne
        ? `\`${relationship}\`, because its target is not in this database`
        : `the to-many relationship \`${relationship}\``;
  throw new TypeError(`Type "${table.type.name}" cannot be sorted through ${reason}.`);
}

/** Returns the alias of a joined table. The path makes it unique, and equal for two keys on one way. No relationship has these characters. */
export function joinAlias(from: string, relationship: string): string {
  return from === MEMBER ? `by~${relationship}` : `${from}~${relationship}`;
}

/** Adds the conditions on the rows of joined tables to a shape. */
export function prepareJoins(shape: Shape, table: Table, sort: readonly SourceSortField[]): JoinConditions {
  const prepared = new Map<string, Build<readonly Condition[]>>();
  for (const key of sort) {
    const through = conditionsThrough(key);
    let [target, alias]: [Table | undefined, string] = [table, MEMBER];
    for (const [index, relationship] of (through.length === 0 ? [] : stepsOf(key.field).relationships).entries()) {
      target = target && sortStepOf(target, relationship)?.target;
      alias = joinAlias(alias, relationship);
      const conditions = through.at(index) ?? [];
      if (target === undefined || conditions.length === 0 || prepared.has(alias)) continue;
      shape.text += `~${alias}`;
      prepared.set(alias, prepareConditions(shape, target, conditions, alias));
    }
  }
  return prepared;
}

/**
 * Returns the expression that a sort order compares: a column, or for `author.name` a column of a joined table, NULL
 * without an author. The join finds at most one row, because it compares the id, or a foreign key that is unique.
 */
export function sortKeyOf(table: Table, field: string, conditions: JoinConditions): SortKey {
  const { relationships, name } = stepsOf(field);
  let current = table;
  let alias = MEMBER;
  const joins = relationships.map((relationship): SortJoin => {
    const { target, to, typed, ...step } = stepOf(current, relationship);
    const from = keyAt(alias, step.from);
    alias = joinAlias(alias, relationship);
    current = target;
    return { alias, target, from, to, typed, conditions: conditions.get(alias) };
  });
  const isJoined = joins.length > 0;
  if (name === 'id') {
    const { columns } = keyAt(alias, keyNames(current));
    return { columns, nullable: isJoined, nullableIfFound: false, nulls: undefined, type: undefined, joins };
  }
  const column = columnOf(current, name);
  const { nullable: nullableIfFound, type } = column;
  const nulls = current.type.attributes.get(name)?.nulls;
  const nullable = nullableIfFound || isJoined;
  return { columns: [columnIn(column, alias)], nullable, nullableIfFound, nulls, type, joins };
}

/** Returns the condition on which the table of a join is joined. */
export function joinCondition({ alias, target, from, to, typed, conditions }: SortJoin): Expression<SqlBool> {
  const further = conditions?.() ?? [];
  return eb.and([
    eb(keyAt(alias, to).row, '=', from.row),
    ...isTyped(alias, typed),
    ...rowFilterOf(target, alias),
    ...further,
  ]);
}

/** Returns the joins of several keys, each once. */
export function joinsOf(keys: readonly Pick<SortKey, 'joins'>[]): readonly SortJoin[] {
  const joins = new Map<string, SortJoin>();
  for (const join of keys.flatMap((key) => key.joins)) joins.set(join.alias, join);
  return [...joins.values()];
}
