import { type Kysely, type OperationNode, sql, TableNode } from 'kysely';
import type { StoredNames } from './known-table.ts';
import type { AnyDatabase } from './table.ts';

/** Returns the names in a statement with one identifier. */
function namesIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { kind, name } = node as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === 'IdentifierNode') return [String(name)];
  return Object.values(node).flatMap(namesIn);
}

/**
 * Returns the names of the database for the names of a mapping: plugins of Kysely can write other letters, or add a schema. Undefined
 * without plugins.
 */
export function storedNames(db: Kysely<AnyDatabase>): StoredNames | undefined {
  const executor = db.getExecutor();
  if (executor.plugins.length === 0) return undefined;
  return {
    table(name) {
      const [from] = db.selectFrom(name).selectAll().toOperationNode().from?.froms ?? [];
      const table: OperationNode | undefined = from;
      return table !== undefined && TableNode.is(table) ? namesIn(table.table).join('.') : name;
    },
    column(name) {
      const { selections = [] } = db.selectFrom('t').select(sql.id(name).as('c')).toOperationNode();
      return namesIn(selections).at(0) ?? name;
    },
  };
}
