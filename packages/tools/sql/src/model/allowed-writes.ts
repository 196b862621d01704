import type { DatabaseTable } from '@linkage/kysely';
import type { DraftAttribute, DraftOptions, DraftRight, DraftType } from './model.ts';

type RowWrite = DraftType['writes'][number];
type Rights = Pick<DraftOptions, 'hasRight'>;

const rights = { create: 'insert', update: 'update', delete: 'delete' } as const satisfies Record<RowWrite, DraftRight>;

/** Whether the database can write rows of a table, or of a view. */
export function isWritable({ kind, writes = [] }: DatabaseTable, right: Exclude<DraftRight, 'select'>): boolean {
  return kind === 'table' || writes.includes(right);
}

/** Returns when an account can write columns of a table. `isFixed`: they are part of an id, which never changes. */
export function writeBy(
  { hasRight = () => true }: Rights,
  table: DatabaseTable,
  columns: readonly string[],
  isFixed: boolean,
): DraftAttribute['write'] {
  const isHeld = (right: 'insert' | 'update'): boolean =>
    isWritable(table, right) && columns.every((it) => hasRight(right, table, it));
  if (isFixed || !isHeld('update')) return isHeld('insert') ? 'create' : false;
  return isHeld('insert') ? true : 'update';
}

/** Returns why requests cannot write rows of a type; undefined if they can. */
export function closedBy({ writes, table, lacking }: DraftType, write: RowWrite): string | undefined {
  if (writes.includes(write)) return undefined;
  if (!isWritable(table, rights[write])) return 'the database cannot';
  return write === 'create' && lacking.length > 0 ? `new rows need ${lacking.join(', ')}` : 'no right';
}

/** Returns the writes of rows that an account can do. `lacking`: the columns that a new row needs, and that are left out. */
export function writesBy(
  { hasRight = () => true }: Rights,
  table: DatabaseTable,
  lacking: readonly string[],
): DraftType['writes'] {
  const held = (Object.keys(rights) as RowWrite[]).filter(
    (write) => isWritable(table, rights[write]) && hasRight(rights[write], table),
  );
  return held.filter((write) => write !== 'create' || lacking.length === 0);
}
