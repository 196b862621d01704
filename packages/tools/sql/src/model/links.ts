import type { DatabaseForeignKey, DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import { beginsIndex } from '@linkage/kysely/internal';
import type { ChosenTable } from './chosen-tables.ts';
import type { DraftAttribute, DraftNote } from './model.ts';

/** A foreign key that references the id, or another unique key, of another type. */
export interface Link {
  readonly source: ChosenTable;
  readonly target: ChosenTable;
  /** The columns of the source, in the order of the id of the target. */
  readonly columns: readonly string[];
  /** The columns of the target that these contain, if they are those of another unique key than its id. */
  readonly references?: readonly string[];
  /** The name of the constraint, if the database knows it. */
  readonly constraint: string | undefined;
  readonly isNullable: boolean;
  /** Whether no two rows reference the same row. */
  readonly isUnique: boolean;
  /** Whether an index of the source begins with the columns. */
  readonly isIndexed: boolean;
}

/** A table that links the rows of two tables. */
export interface JoinTable {
  readonly join: ChosenTable;
  readonly links: readonly [Link, Link];
  /** The data of each membership. Empty if the other columns say nothing about a link. */
  readonly member: readonly DraftAttribute[];
  /** Whether requests can add rows: every other column is data, has a default, or can be NULL. */
  readonly isWritable: boolean;
}

/** Whether two lists have the same names, in any order. */
function haveSame(one: readonly (string | null)[], other: readonly (string | null)[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

/** Whether no two rows of a table have the same values in exactly these columns. */
export function areUnique({ primaryKey = [], indexes = [] }: DatabaseTable, columns: readonly string[]): boolean {
  if (haveSame(primaryKey, columns)) return true;
  return indexes.some((index) => index.isUnique && !index.isPartial && haveSame(index.columns, columns));
}

/** Returns a foreign key as a link, if it references the id of its target, or another unique key of a table. */
export function linkOf(
  source: ChosenTable,
  target: ChosenTable,
  key: Pick<DatabaseForeignKey, 'name' | 'columns' | 'references'>,
): Link | undefined {
  const isId = haveSame(key.references, target.key);
  if (!isId && !(target.table.kind === 'table' && areUnique(target.table, key.references))) return undefined;
  const references = isId ? target.key : key.references;
  const columns = references.map((name) => key.columns[key.references.indexOf(name)] as string);
  const { table } = source;
  return {
    ...{ source, target, columns, constraint: key.name, ...(!isId && { references }) },
    isNullable: columns.some((name) => table.columns.get(name)?.nullable !== false),
    isUnique: areUnique(table, columns),
    isIndexed: beginsIndex(table, columns),
  };
}

/** Returns the names that the columns of a table have in a target: in a view, its own. */
function namesIn({ table }: ChosenTable, { table: of, references }: DatabaseForeignKey): readonly string[] {
  const own = [...(table.origins ?? [])].filter(([, origin]) => origin.table === of);
  return references.map((name) => {
    const [found = name] = own.find(([, origin]) => origin.column === name) ?? [];
    return found;
  });
}

/** Returns the view that stands for a table outside of the draft: the first one whose id contains what a foreign key references. */
function viewOf(chosen: readonly ChosenTable[], key: DatabaseForeignKey): ChosenTable | undefined {
  return chosen.find(
    (it) => it.table.origins?.get(it.key.at(0) ?? '')?.table === key.table && haveSame(namesIn(it, key), it.key),
  );
}

/** Returns the foreign keys between tables of a draft, and notes on those that do not become relationships. */
export function linksOf(
  databaseSchema: DatabaseSchema,
  chosen: readonly ChosenTable[],
): { readonly links: readonly Link[]; readonly notes: readonly DraftNote[] } {
  const targets = new Map(chosen.map((it) => [it.table, it]));
  const notes: DraftNote[] = [];
  const links = chosen.flatMap((source) => {
    const known = new Set<string>();
    // SQLite lists them in another order than they were declared.
    const places = [...source.table.columns.keys()];
    const placeOf = ({ columns }: DatabaseForeignKey): number => places.indexOf(columns.at(0) ?? '');
    const keys = (source.table.foreignKeys ?? []).toSorted((one, other) => placeOf(one) - placeOf(other));
    return keys.flatMap((key) => {
      const referenced = databaseSchema.tables.get(key.table);
      const target = referenced && (targets.get(referenced) ?? viewOf(chosen, key));
      const link = target && linkOf(source, target, { ...key, references: namesIn(target, key) });
      const column = key.columns.join(', ');
      if (link === undefined) {
        const reason =
          target === undefined ? 'which is left out' : `(${key.references.join(', ')}), which is not its id`;
        const text = `references ${key.table} ${reason}, so it stays an attribute`;
        notes.push({ table: source.tableName, column, kind: 'left out', text });
        return [];
      }
      const same = JSON.stringify([link.target.tableName, link.columns]);
      if (known.has(same)) return [];
      known.add(same);
      return [link];
    });
  });
  return { links, notes };
}
