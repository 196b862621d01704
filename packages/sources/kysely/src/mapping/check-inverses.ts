import { areTurned, targetsOf } from './storage.ts';
import { type ForeignKeyStorage, memberPartsOf, type RelationshipStorage, type Table } from './table.ts';

/** The declared effects of a deletion, as a mapping writes them. */
const effects = { restrict: 'restrict', cascade: 'cascade', clear: 'set null' } as const;

function describe(storage: RelationshipStorage): string {
  if (storage.kind === 'mixed') {
    const strings = memberPartsOf(storage).map(describe);
    return [...new Set(strings)].join(', ');
  }
  const typed = 'typed' in storage && storage.typed !== undefined ? [storage.typed.column] : [];
  if (storage.kind === 'through') {
    const columns = [storage.from, storage.to, ...typed].map((name) => `"${name}"`);
    return `the join table "${storage.table}" (${columns.join(', ')})`;
  }
  const columns = storage.kind === 'polymorphic' ? [...storage.columns, storage.typeColumn] : storage.columns;
  const names = [...columns, ...typed].map((name) => `"${name}"`).join(', ');
  return storage.kind === 'foreign-key' ? `${names} of "${storage.target.name}"` : names;
}

function checkDeletion(where: string, { onDelete }: ForeignKeyStorage, target: Table, inverse: string): void {
  const declared = target.type.relationships.get(inverse)?.onDelete;
  if (onDelete === undefined || declared === undefined || effects[declared] === onDelete) return;
  throw new TypeError(
    `${where}: \`onDelete\` is "${onDelete}", but \`${target.type.name}.${inverse}\` declares "${declared}". Declare and map the same effect.`,
  );
}

/**
 * Compares the mapping of relationships with the inverse relationships that the API declares.
 *
 * @throws {TypeError} If both relationships are in this database, but not in the same columns, or if a deletion has another effect than
 * the API declares.
 */
export function checkInverses(table: Table): void {
  for (const [name, storage] of table.storages) {
    const relationship = table.type.relationships.get(name);
    const inverse = relationship?.inverse;
    if (inverse === undefined) continue;
    for (const target of targetsOf(storage)) {
      const other = target.storages.get(inverse);
      if (other === undefined) continue;
      const where = `createKyselySources: mapping.${table.type.name}.relationships.${name}`;
      if (!areTurned(table, storage, target, other)) {
        throw new TypeError(
          `${where}: the inverse \`${target.type.name}.${inverse}\` must be stored in the same columns, but it is stored in ${describe(other)}, and \`${name}\` in ${describe(storage)}.`,
        );
      }
      for (const part of memberPartsOf(storage)) {
        if (part.kind === 'foreign-key' && part.target === target) checkDeletion(where, part, target, inverse);
      }
    }
  }
}
