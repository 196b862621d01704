import type { RelationshipDefinition } from '@linkage/core';
import { nameTable, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { DeletionPolicy } from './relationship-mapping.ts';
import { readColumns } from './resolve-key.ts';
import { targetsIn } from './resolve-polymorphic.ts';
import { type JoinTable, typedIn } from './resolve-typed-rows.ts';
import type { MembersEdge, MixedEdge, MixedPart, Table, ThroughEdge } from './table.ts';

/** The members of the mapping of a relationship. */
export const edgeMembers: OptionTable = optionTable(
  {
    ...{ column: 'any', foreignKey: 'any', through: 'string', from: 'string', to: 'string' },
    ...{ typeColumn: 'string', typeValue: 'any', types: 'object', targets: 'object' },
    onDelete: ['restrict', 'cascade', 'set null', 'database'],
  },
  'member',
);

/** The unchecked storage of a relationship. */
export interface EdgeMapping {
  readonly column?: unknown;
  readonly foreignKey?: unknown;
  readonly typeColumn?: string;
  readonly typeValue?: unknown;
  readonly types?: Readonly<Record<string, unknown>>;
  readonly targets?: Readonly<Record<string, unknown>>;
  readonly onDelete?: DeletionPolicy;
  readonly through?: string;
  readonly from?: string;
  readonly to?: string;
}

/** A relationship, and the table of its type. */
export interface MappedRelationship {
  readonly relationship: RelationshipDefinition;
  readonly table: Table;
}

/** Reads as many columns as an id has. */
export function columnsFor(
  where: string,
  member: string,
  given: unknown,
  referenced: Table | undefined,
): readonly string[] {
  const columns = readColumns(where, member, given, undefined);
  const count = referenced?.key.length ?? 1;
  if (columns.length === count) return columns;
  const whose = referenced === undefined ? 'a type that is not mapped' : `"${referenced.type.name}"`;
  throw new TypeError(
    `${where}: \`${member}\` must contain ${count === 1 ? '1 column' : `${count} columns`}, because the id of ${whose} has as many, but it contains ${columns.length}.`,
  );
}

/** A part of the mapping, for errors: its path, and the name of the relationship. */
interface Place {
  readonly where: string;
  readonly name: string;
}

/** Reads the columns of a join table. Returns undefined if the mapping does not name one. */
function joinTableIn(
  { where, name }: Place,
  { through, from, to }: EdgeMapping,
  referenced: readonly (Table | undefined)[],
): JoinTable | undefined {
  if (through === undefined) return undefined;
  if (from === undefined || to === undefined)
    throw new TypeError(`${name} must contain \`from\` and \`to\`, because it contains \`through\`.`);
  const several = referenced.find((it) => it !== undefined && it.key.length > 1);
  if (several !== undefined)
    throw new TypeError(
      `${where} must not contain \`through\`, because the id of "${several.type.name}" has several columns.`,
    );
  return { table: through, from, to };
}

function resolveThrough(
  { where, name }: Place,
  own: Table,
  target: Table | undefined,
  join: JoinTable,
  { onDelete, typeColumn, typeValue }: EdgeMapping,
): ThroughEdge {
  const typed = typedIn(where, own, target, { columns: [join.from], join, typeColumn, typeValue });
  if (onDelete !== undefined && typed === undefined)
    throw new TypeError(`${name} must contain \`foreignKey\` or \`typeColumn\`, because it contains \`onDelete\`.`);
  if (onDelete === 'set null')
    throw new TypeError(
      `${where}: \`onDelete\` must not be "set null", because a row of a join table does not exist without its ids. Write "cascade".`,
    );
  const effect = onDelete === 'database' ? undefined : onDelete;
  return { kind: 'through', ...join, typed, isUnchecked: false, target, onDelete: effect };
}

/** Returns the storage of a to-many relationship with one target type, or of the members of one of several types. */
function resolveMembers(
  place: Place,
  own: Table,
  target: string,
  mapping: EdgeMapping,
  tables: ReadonlyMap<string, Table>,
): MembersEdge {
  const { where, name } = place;
  const { foreignKey, onDelete, typeColumn, typeValue } = mapping;
  if (mapping.types !== undefined || mapping.targets !== undefined)
    throw new TypeError(
      `${where} must contain neither \`types\` nor \`targets\`, because its members have one target type.`,
    );
  const table = tables.get(target);
  const join = joinTableIn(place, mapping, [own, table]);
  if (join !== undefined) return resolveThrough(place, own, table, join, mapping);
  if (foreignKey === undefined)
    throw new TypeError(`${name} must contain \`foreignKey\` or \`through\`, because the relationship is to-many.`);
  if (table === undefined)
    throw new TypeError(
      `${name} requires a mapping of "${target}", because its foreign key is in the table of this type.`,
    );
  const columns = columnsFor(where, 'foreignKey', foreignKey, own);
  return {
    kind: 'foreign-key',
    columns,
    typed: typedIn(where, own, table, { columns, join: undefined, typeColumn, typeValue }),
    target: table,
    onDelete: onDelete === 'database' ? undefined : onDelete,
  };
}

/** Returns the storage of members of several types in one join table with a type column. */
function resolveJoined(
  place: Place,
  { relationship, table: own }: MappedRelationship,
  mapping: EdgeMapping,
  tables: ReadonlyMap<string, Table>,
): MixedEdge | undefined {
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
    const storage = { kind: 'through', ...join, typed, isUnchecked: true, target: table, onDelete: undefined } as const;
    return { name: type, storage };
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
  mapping: EdgeMapping,
  tables: ReadonlyMap<string, Table>,
): MixedEdge {
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
    const part = readOptions<EdgeMapping>(partPlace.where, given[target] as EdgeMapping, edgeMembers);
    return { name: target, storage: resolveMembers(partPlace, own, target, part, tables) };
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
  mapping: EdgeMapping,
  tables: ReadonlyMap<string, Table>,
): MembersEdge | MixedEdge {
  const { relationship, table: own } = mapped;
  const place = { where, name: `${own.type.name}.${relationship.name}` };
  const [target = '', ...others] = relationship.targets;
  if (others.length > 0) return resolveMixed(place, mapped, mapping, tables);
  return resolveMembers(place, own, target, mapping, tables);
}
