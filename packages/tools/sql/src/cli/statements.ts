import type { DatabaseKind, DraftModel } from '../model/model.ts';

function quotedBy(kind: DatabaseKind): (name: string) => string {
  const mark = kind === 'mysql' ? '`' : '"';
  return (name) => mark + name.replaceAll(mark, mark + mark) + mark;
}

/** Returns the statements that create the missing indexes. The command never executes them. */
export function indexStatements(
  { missingIndexes }: Pick<DraftModel, 'missingIndexes'>,
  kind: DatabaseKind,
): readonly string[] {
  const quoted = quotedBy(kind);
  return missingIndexes.map(({ table, columns, nullsFirst }) => {
    const name = kind === 'postgres' ? 'concurrently' : quoted(`${table}_${columns.join('_')}`.slice(0, 60));
    const target = table.split('.').map(quoted).join('.');
    const terms = columns.map((it, index) => quoted(it) + (index === 0 && nullsFirst === true ? ' nulls first' : ''));
    return `create index ${name} on ${target} (${terms.join(', ')});`;
  });
}

/** Returns the statements that create the missing foreign keys. The command never executes them. */
export function foreignKeyStatements(
  { missingKeys }: Pick<DraftModel, 'missingKeys'>,
  kind: DatabaseKind,
): readonly string[] {
  const quoted = quotedBy(kind);
  const nameOf = (table: string): string => table.split('.').map(quoted).join('.');
  const listOf = (columns: readonly string[]): string => columns.map(quoted).join(', ');
  return missingKeys.map(({ table, columns, target, references }) => {
    const key = `foreign key (${listOf(columns)}) references ${nameOf(target)} (${listOf(references)})`;
    // SQLite has no statement that adds a constraint to a table.
    return kind === 'sqlite'
      ? `-- Create the table ${nameOf(table)} again with: ${key}`
      : `alter table ${nameOf(table)} add ${key};`;
  });
}
