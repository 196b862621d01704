/** Plans the tables in which the playground stores the records of an API, and the mapping to them. */
import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '@linkage/core';
import type * as z from 'zod';
import { schemaMembers } from '../types/print-schema.ts';
import { type JoinEdge, type MembersEdge, type PlannedMembers, planMembers, seenFrom } from './plan-members.ts';
import { createNames } from './table-names.ts';

/** The type of a column. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

/** A column of an attribute. */
export interface PlannedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly isRequired: boolean;
}

/** The storage of a relationship. */
export type PlannedEdge =
  | { readonly kind: 'column'; readonly column: string; readonly table: string }
  | { readonly kind: 'typed'; readonly column: string; readonly typeColumn: string }
  | { readonly kind: 'foreign-key'; readonly foreignKey: string; readonly typeColumn: string | undefined }
  | JoinEdge
  | MembersEdge
  | PlannedMembers;

/** The table of a type. */
export interface PlannedTable {
  readonly type: ResourceType;
  readonly name: string;
  readonly columns: ReadonlyMap<string, PlannedColumn>;
  readonly edges: ReadonlyMap<string, PlannedEdge>;
}

/** Returns the type of a column from the type of the values. */
function columnType({ schema }: AttributeDefinition): ColumnType {
  const definition = schema as unknown as z.ZodType;
  const members = schemaMembers(definition, 'output').filter((it) => it !== 'null' && it !== 'undefined');
  const isEach = (test: (member: string) => boolean): boolean => members.length > 0 && members.every(test);
  if (isEach((it) => it === 'string' || it.startsWith("'"))) return 'text';
  if (isEach((it) => it === 'boolean' || it === 'true' || it === 'false')) return 'boolean';
  if (isEach((it) => /^-?\d+$/.test(it))) return 'integer';
  if (!isEach((it) => it === 'number' || /^-?[\d.e+-]+$/.test(it))) return 'json';
  return isInteger(definition) ? 'integer' : 'real';
}

/** The parts of a definition of numbers. */
interface NumberDefinition {
  readonly innerType?: z.ZodType;
  readonly format?: string;
  readonly checks?: readonly z.ZodType[];
}

/** Whether a schema of numbers, or one of its checks, rejects fractions. */
function isInteger(schema: z.ZodType): boolean {
  const { innerType, format = '', checks = [] } = schema._zod.def as unknown as NumberDefinition;
  if (innerType !== undefined) return isInteger(innerType);
  return ['safeint', 'int32', 'uint32'].includes(format) || checks.some(isInteger);
}

function planColumns(type: ResourceType, nameOf: (text: string) => string): ReadonlyMap<string, PlannedColumn> {
  const planned = [...type.attributes.values()].map((attribute): [string, PlannedColumn] => {
    const members = schemaMembers(attribute.schema as unknown as z.ZodType, 'output');
    const canLack = !attribute.read || attribute.onDemand;
    const isRequired = !canLack && !members.some((it) => ['null', 'undefined', 'any', 'unknown'].includes(it));
    return [attribute.name, { name: nameOf(attribute.name), type: columnType(attribute), isRequired }];
  });
  return new Map(planned);
}

/** A table in the making. */
interface Draft {
  readonly table: PlannedTable;
  readonly edges: Map<string, PlannedEdge>;
  readonly nameOf: (text: string) => string;
}

function planToOne({ edges, nameOf }: Draft, relationship: RelationshipDefinition, drafts: Map<string, Draft>): void {
  const { name, targets } = relationship;
  const [target = '', ...others] = targets;
  edges.set(
    name,
    others.length > 0
      ? { kind: 'typed', column: nameOf(`${name}_id`), typeColumn: nameOf(`${name}_type`) }
      : { kind: 'column', column: nameOf(`${name}_id`), table: drafts.get(target)?.table.name ?? target },
  );
}

/** Plans a to-many relationship with one target type. */
function planToMany(
  { table, edges }: Draft,
  { name, targets, inverse }: RelationshipDefinition,
  drafts: Map<string, Draft>,
  nameOf: (text: string) => string,
): void {
  const [target = ''] = targets;
  const other = inverse === undefined ? undefined : drafts.get(target)?.edges.get(inverse);
  const seen = other && seenFrom(other);
  if (seen !== undefined) edges.set(name, seen);
  else {
    const nameInTable = createNames();
    const from = nameInTable(`${table.name}_id`);
    const to = nameInTable(`${drafts.get(target)?.table.name ?? target}_id`);
    edges.set(name, { kind: 'join', through: nameOf(`${table.name}_${name}`), from, to, typeColumn: undefined });
  }
}

/**
 * Plans the tables of an API.
 *
 * @throws {TypeError} If a relationship cannot be stored.
 */
export function planTables(api: Api): readonly PlannedTable[] {
  const tableName = createNames();
  const drafts = new Map<string, Draft>();
  for (const type of api.types.values()) {
    const nameOf = createNames(['id']);
    const edges = new Map<string, PlannedEdge>();
    const table = { type, name: tableName(type.name), columns: planColumns(type, nameOf), edges };
    drafts.set(type.name, { table, edges, nameOf });
  }
  const all = [...drafts.values()].flatMap((draft) =>
    [...draft.table.type.relationships.values()].map((relationship) => ({ draft, relationship })),
  );
  for (const { draft, relationship } of all) {
    if (relationship.kind === 'to-one') planToOne(draft, relationship, drafts);
  }
  const toMany = all.filter(({ relationship }) => relationship.kind === 'to-many');
  // The other sides of relationships with several target types use the same tables.
  for (const { draft, relationship } of toMany) {
    if (relationship.targets.length > 1) planMembers(draft, relationship, drafts, tableName);
  }
  for (const { draft, relationship } of toMany) {
    if (relationship.targets.length === 1) planToMany(draft, relationship, drafts, tableName);
  }
  return [...drafts.values()].map(({ table }) => table);
}
