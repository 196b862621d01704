import type { RelationshipDefinition } from '@linkage/core';
import { type OptionTable, optionTable } from '@linkage/core/internal';
import { keyNames } from './key.ts';
import { databaseColumn, isUnique, quoted } from './known-table.ts';
import type { DeletionPolicy } from './relationship-mapping.ts';
import { readColumns } from './resolve-key.ts';
import { type JoinTable, typedIn } from './resolve-typed-rows.ts';
import type { MembersStorage, Table, ThroughStorage } from './table.ts';

/** The members of the mapping of a relationship. */
export const storageMembers: OptionTable = optionTable(
  {
    ...{ column: 'any', foreignKey: 'any', references: 'any', through: 'string', from: 'string', to: 'string' },
    ...{ typeColumn: 'string', typeValue: 'any', types: 'object', targets: 'object', member: 'object' },
    onDelete: ['restrict', 'cascade', 'set null', 'database'],
  },
  'member',
);

/** The unchecked storage of a relationship. */
export interface StorageMapping {
  readonly column?: unknown;
  readonly foreignKey?: unknown;
  readonly references?: unknown;
  readonly typeColumn?: string;
  readonly typeValue?: unknown;
  readonly types?: Readonly<Record<string, unknown>>;
  readonly targets?: Readonly<Record<string, unknown>>;
  readonly onDelete?: DeletionPolicy;
  readonly through?: string;
  readonly from?: string;
  readonly to?: string;
  readonly member?: Readonly<Record<string, unknown>>;
}

/** A relationship, and the table of its type. */
export interface MappedRelationship {
  readonly relationship: RelationshipDefinition;
  readonly table: Table;
}

/** Reads as many columns as an id has, or the unique key that a foreign key references instead. */
export function columnsFor(
  where: string,
  member: string,
  given: unknown,
  referenced: Table | undefined,
  references?: readonly string[],
): readonly string[] {
  const columns = readColumns(where, member, given, undefined);
  const count = references?.length ?? referenced?.key.length ?? 1;
  if (columns.length === count) return columns;
  const whose = referenced === undefined ? 'a type that is not mapped' : `"${referenced.type.name}"`;
  throw new TypeError(
    `${where}: \`${member}\` must contain ${count === 1 ? '1 column' : `${count} columns`}, because the id of ${whose} has as many, but it contains ${columns.length}.`,
  );
}

/**
 * Reads the columns that a foreign key references; undefined if they are those of the id.
 *
 * @throws {TypeError} If several rows can have their values, or if requests can write a foreign key to a row without them.
 */
export function referencesIn(
  where: string,
  { references, typeColumn, onDelete }: StorageMapping,
  referenced: Table | undefined,
  write: RelationshipDefinition['write'],
): readonly string[] | undefined {
  if (references === undefined) return undefined;
  const reject = (problem: string): never => {
    throw new TypeError(`${where}: ${problem}`);
  };
  if (referenced === undefined)
    return reject('`references` requires a mapping of the type that the foreign key references.');
  if (typeColumn !== undefined || (onDelete !== undefined && onDelete !== 'database'))
    return reject('a mapping with `references` must contain neither `typeColumn` nor `onDelete`.');
  const known = referenced.known(referenced.name);
  const names = readColumns(where, 'references', references, known);
  if (names.join('\0') === keyNames(referenced).join('\0')) return undefined;
  const whose = `${quoted(names)} of "${referenced.name}"`;
  if (known?.kind === 'table' && !isUnique(known, names, false))
    return reject(`\`references\` must name a unique key, but several rows can have the same ${whose}.`);
  if (write !== false && !names.every((name) => known !== undefined && databaseColumn(known, name)?.nullable === false))
    return reject(
      `clients can write this relationship, but the database schema does not say that ${whose} is never NULL. Declare the relationship with \`write: false\`.`,
    );
  return names;
}

/** A part of the mapping, for errors: its path, and the name of the relationship. */
export interface Place {
  readonly where: string;
  readonly name: string;
}

/**
 * Reads the columns of a join table. Returns undefined if the mapping does not name one.
 *
 * @throws {TypeError} If a column is missing, or an id has several columns.
 */
export function joinTableIn(
  { where, name }: Place,
  { through, from, to }: StorageMapping,
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
  { onDelete, typeColumn, typeValue }: StorageMapping,
): ThroughStorage {
  const typed = typedIn(where, own, target, { columns: [join.from], join, typeColumn, typeValue });
  if (onDelete !== undefined && typed === undefined)
    throw new TypeError(`${name} must contain \`foreignKey\` or \`typeColumn\`, because it contains \`onDelete\`.`);
  if (onDelete === 'set null')
    throw new TypeError(
      `${where}: \`onDelete\` must not be "set null", because a row of a join table does not exist without its ids. Write "cascade".`,
    );
  const effect = onDelete === 'database' ? undefined : onDelete;
  return { kind: 'through', ...join, typed, isUnchecked: false, target, onDelete: effect, data: undefined };
}

/**
 * Returns the storage of a to-many relationship with one target type, or of the members of one of several types.
 *
 * @throws {TypeError} If the mapping cannot store them.
 */
export function resolveMembers(
  place: Place,
  own: Table,
  target: string,
  mapping: StorageMapping,
  tables: ReadonlyMap<string, Table>,
  write: RelationshipDefinition['write'],
): MembersStorage {
  const { where, name } = place;
  const { foreignKey, onDelete, typeColumn, typeValue } = mapping;
  if (mapping.types !== undefined || mapping.targets !== undefined)
    throw new TypeError(
      `${where} must contain neither \`types\` nor \`targets\`, because its members have one target type.`,
    );
  const table = tables.get(target);
  const join = joinTableIn(place, mapping, [own, table]);
  if (join !== undefined && mapping.references !== undefined)
    throw new TypeError(`${where} must not contain \`references\`, because it contains \`through\`.`);
  if (join !== undefined) return resolveThrough(place, own, table, join, mapping);
  if (foreignKey === undefined)
    throw new TypeError(`${name} must contain \`foreignKey\` or \`through\`, because the relationship is to-many.`);
  if (table === undefined)
    throw new TypeError(
      `${name} requires a mapping of "${target}", because its foreign key is in the table of this type.`,
    );
  const references = referencesIn(where, mapping, own, write);
  const columns = columnsFor(where, 'foreignKey', foreignKey, own, references);
  return {
    kind: 'foreign-key',
    columns,
    ...(references !== undefined && { references }),
    typed: typedIn(where, own, table, { columns, join: undefined, typeColumn, typeValue }),
    target: table,
    onDelete: onDelete === 'database' ? undefined : onDelete,
  };
}
