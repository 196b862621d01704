import { areTurned } from './storage.ts';
import type { ForeignKeyEdge, RelationshipStorage, Table } from './table.ts';

/** The declared effects of a deletion, as a mapping writes them. */
const effects = { restrict: 'restrict', cascade: 'cascade', clear: 'set null' } as const;

function describe(storage: RelationshipStorage): string {
  if (storage.kind === 'through') return `the join table "${storage.table}" ("${storage.from}", "${storage.to}")`;
  const typed = storage.kind === 'foreign-key' && storage.typed !== undefined ? [storage.typed.column] : [];
  const columns = storage.kind === 'polymorphic' ? [...storage.columns, storage.typeColumn] : storage.columns;
  const names = [...columns, ...typed].map((name) => `"${name}"`).join(', ');
  return storage.kind === 'foreign-key' ? `${names} of "${storage.target.name}"` : names;
}

function checkDeletion(where: string, { onDelete }: ForeignKeyEdge, target: Table, inverse: string): void {
  const declared = target.type.relationships.get(inverse)?.onDelete;
  if (onDelete === undefined || declared === undefined || effects[declared] === onDelete) return;
  throw new TypeError(
    `${where}: \`onDelete\` is "${onDelete}", but \`${target.type.name}.${inverse}\` declares "${declared}". Declare and map the same effect.`,
  );
}

/**
 * Compares the mapping of relationships with the inverse relationships that the API declares.
 *
 * @throws {TypeError} If both sides are in this database, but not in the same columns, or if a deletion has another effect than
 * the API declares.
 */
export function checkInverses(table: Table): void {
  for (const [name, storage] of table.storages) {
    const relationship = table.type.relationships.get(name);
    const inverse = relationship?.inverse;
    if (inverse === undefined) continue;
    const targets = storage.kind === 'polymorphic' ? storage.types.flatMap((it) => it.table ?? []) : [storage.target];
    for (const target of targets) {
      const other = target?.storages.get(inverse);
      if (target === undefined || other === undefined) continue;
      const where = `createKyselySources: mapping.${table.type.name}.relationships.${name}`;
      if (!areTurned(table, storage, target, other)) {
        throw new TypeError(
          `${where}: the inverse \`${target.type.name}.${inverse}\` must be stored in the same columns, but it is stored in ${describe(other)}, and \`${name}\` in ${describe(storage)}.`,
        );
      }
      if (storage.kind === 'foreign-key') checkDeletion(where, storage, target, inverse);
    }
  }
}
