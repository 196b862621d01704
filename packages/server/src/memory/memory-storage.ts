import type { Api, ResourceType } from '@linkage/core';
import type { RelationshipStorage } from '../source/relationship-storage.ts';

/**
 * Returns the storage of relationships that have an inverse, and of those whose records a deletion deletes. A change of
 * one side changes the other, as a foreign key or a join table does, so that access rules of both sides decide. Each pair
 * is stated by one side, and by each side with `onDelete: 'cascade'`.
 */
export function memoryStorage(api: Api, type: ResourceType): Readonly<Record<string, RelationshipStorage>> | undefined {
  const storage = [...type.relationships.values()].flatMap(
    (it): readonly (readonly [string, RelationshipStorage])[] => {
      const { name, kind, targets, inverse, onDelete } = it;
      const deletesRecords = onDelete === 'cascade';
      if (inverse === undefined) return deletesRecords ? [[name, { storedIn: 'record', deletesRecords }]] : [];
      const stated = targets.filter((target) => {
        if (deletesRecords) return true;
        const other = api.types.get(target)?.relationships.get(inverse);
        if (other === undefined || (target === type.name && inverse === name)) return false;
        if (kind !== other.kind) return kind === 'to-one';
        return [type.name, name].join('.') < [target, inverse].join('.');
      });
      if (stated.length === 0) return [];
      const inverses = stated.map((target) => ({ type: target, relationship: inverse }));
      return [[name, { storedIn: kind === 'to-one' ? 'record' : 'apart', inverses, deletesRecords }]];
    },
  );
  return storage.length === 0 ? undefined : Object.freeze(Object.fromEntries(storage));
}
