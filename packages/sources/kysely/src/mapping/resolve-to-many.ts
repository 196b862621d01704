import { nameTable, readOptions } from '@linkage/core/internal';
import {
  joinTableIn,
  type MappedRelationship,
  type Place,
  resolveMembers,
  type StorageMapping,
  storageMembers,
} from './resolve-members.ts';
import { targetsIn } from './resolve-polymorphic.ts';
import type { MembersStorage, MixedPart, MixedStorage, Table } from './table.ts';

/** Returns the storage of members of several types in one join table with a type column. */
function resolveJoined(
  place: Place,
  { relationship, table: own }: MappedRelationship,
  mapping: StorageMapping,
  tables: ReadonlyMap<string, Table>,
): MixedStorage | undefined {
  const { where, name } = place;
  const { typeColumn, types } = mapping;
  const referenced = relationship.targets.map((target) => tables.get(target));
  const join = joinTableIn(place, mapping, [own, ...referenced]);
  if (join === undefined) return undefined;
  if (typeColumn === undefined)
    throw new TypeError(`${name} must contain \`typeColumn\`, because the relationship has several target types.`);
  if (typeColumn === join.from || typeColumn === join.to)
    throw new TypeError(`${where}: \`typeColumn\` must not be a column of an id, but it is "${typeColumn}".`);
  if (mapping.typeValue !== undefined || mapping.onDelete !== undefined)
    throw new TypeError(
      `${where} must contain neither \`typeValue\` nor \`onDelete\`, because its column \`from\` contains ids of one type.`,
    );
  const parts = targetsIn(where, relationship, types, tables).map(({ name: type, value, table }): MixedPart => {
    const typed = { column: typeColumn, value };
    const storage = { kind: 'through', ...join, typed, isUnchecked: true, target: table } as const;
    return { name: type, storage: { ...storage, onDelete: undefined, data: undefined } };
  });
  return { kind: 'mixed', parts, target: undefined };
}

/**
 * Returns the storage of a to-many relationship with several target types.
 *
 * @throws {TypeError} If the mapping contains neither a join table with a type column, nor the storage of each type's members, or
 * if these are not stored alike.
 */
function resolveMixed(
  place: Place,
  mapped: MappedRelationship,
  mapping: StorageMapping,
  tables: ReadonlyMap<string, Table>,
): MixedStorage {
  const { relationship, table: own } = mapped;
  const { where, name } = place;
  const { targets, ...others } = mapping;
  const joined = resolveJoined(place, mapped, mapping, tables);
  if (joined !== undefined && targets === undefined) return joined;
  const [stray] = Object.entries(others).flatMap(([member, value]) => (value === undefined ? [] : [member]));
  if (targets === undefined || stray !== undefined)
    throw new TypeError(
      `${name} must contain either \`through\` with \`typeColumn\`, or \`targets\` with the mapping of each target type, because the relationship has several target types.`,
    );
  const given = readOptions(`${where}.targets`, targets, nameTable(relationship.targets, 'target type'));
  const parts = relationship.targets.map((target): MixedPart => {
    const partPlace = { where: `${where}.targets.${target}`, name: `${name}.targets.${target}` };
    if (given[target] === undefined)
      throw new TypeError(`${where}.targets must contain \`${target}\`, which is a target type.`);
    const part = readOptions<StorageMapping>(partPlace.where, given[target] as StorageMapping, storageMembers);
    return { name: target, storage: resolveMembers(partPlace, own, target, part, tables, relationship.write) };
  });
  const [first] = parts;
  const other = parts.find(({ storage }) => storage.kind !== first?.storage.kind);
  if (other !== undefined)
    throw new TypeError(
      `${where}.targets: "${first?.name}" and "${other.name}" must both have a \`foreignKey\`, or both a join table.`,
    );
  return { kind: 'mixed', parts, target: undefined };
}

/**
 * Returns the storage of a to-many relationship.
 *
 * @throws {TypeError} If the mapping cannot store it.
 */
export function resolveToMany(
  where: string,
  mapped: MappedRelationship,
  mapping: StorageMapping,
  tables: ReadonlyMap<string, Table>,
): MembersStorage | MixedStorage {
  const { relationship, table: own } = mapped;
  const place = { where, name: `${own.type.name}.${relationship.name}` };
  const [target = '', ...others] = relationship.targets;
  if (others.length > 0) return resolveMixed(place, mapped, mapping, tables);
  return resolveMembers(place, own, target, mapping, tables, relationship.write);
}
