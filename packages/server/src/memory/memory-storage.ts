import type { Api, RelationshipDefinition, ResourceType } from '@linkage/core';
import type { RelationshipStorage } from '../sources/port/relationship-storage.ts';

/**
 * Whether the links of a relationship stay when the resource is deleted that they reference: those of a to-one relationship with several target
 * types, for which a database has no foreign key. An audit log says so what it is about.
 */
export function staysOnDelete({ kind, targets, onDelete }: RelationshipDefinition): boolean {
  return kind === 'to-one' && targets.length > 1 && onDelete === undefined;
}

/** Returns the target types whose links a relationship declares: each pair of sides is declared once, or with `cascade`. */
function declaredTargets(api: Api, type: ResourceType, relationship: RelationshipDefinition): readonly string[] {
  const { name, kind, targets, inverse, onDelete } = relationship;
  if (inverse === undefined) return [];
  return targets.filter((target) => {
    if (onDelete === 'cascade' || (target === type.name && inverse === name)) return true;
    const other = api.types.get(target)?.relationships.get(inverse);
    if (other === undefined) return false;
    if (kind !== other.kind) return kind === 'to-one';
    return [type.name, name].join('.') < [target, inverse].join('.');
  });
}

/**
 * Returns the storage of the relationships of a type. A change of one side changes the other, and a deletion changes the
 * records that reference the resource, as a foreign key or a join table does, so that access rules of both relationships decide. A
 * to-one relationship is a foreign key, with or without an `inverse`; a to-many relationship without a to-one inverse is a join
 * table.
 */
export function memoryStorage(api: Api, type: ResourceType): Readonly<Record<string, RelationshipStorage>> {
  const storage = [...type.relationships.values()].flatMap(
    (it): readonly (readonly [string, RelationshipStorage])[] => {
      const { name, kind, inverse } = it;
      const declared = declaredTargets(api, type, it);
      if (inverse !== undefined && declared.length === 0) return [];
      const inverses = declared.map((target) => ({ type: target, relationship: inverse as string }));
      const deletesRecords = it.onDelete === 'cascade';
      const storedIn = kind === 'to-one' ? 'record' : 'apart';
      return [[name, { storedIn, inverses, deletesRecords, keptOnDelete: staysOnDelete(it) }]];
    },
  );
  return Object.freeze(Object.fromEntries(storage));
}
