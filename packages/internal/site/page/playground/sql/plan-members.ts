/** Plans the tables of to-many relationships with several target types. */
import type { RelationshipDefinition } from '@linkage/core';
import type { PlannedEdge, PlannedTable } from './plan-tables.ts';
import { createNames } from './table-names.ts';

/** A join table. Its type column, if it has one, contains the type of the resources in which the relationship is. */
export interface JoinEdge {
  readonly kind: 'join';
  readonly through: string;
  readonly from: string;
  readonly to: string;
  readonly typeColumn: string | undefined;
}

/** A join table whose type column contains the type of each member. */
export interface MembersEdge extends Omit<JoinEdge, 'kind' | 'typeColumn'> {
  readonly kind: 'members';
  readonly typeColumn: string;
}

/** The storage of the members of each target type: foreign keys. */
export interface PlannedMembers {
  readonly kind: 'targets';
  readonly targets: ReadonlyMap<string, PlannedEdge>;
}

/** A table, and the relationships whose storage is planned. */
interface Draft {
  readonly table: PlannedTable;
  readonly edges: Map<string, PlannedEdge>;
}

/** Returns the storage of a relationship, seen from its other side. Returns undefined if the columns of other tables store it. */
export function seenFrom(edge: PlannedEdge): PlannedEdge | undefined {
  if (edge.kind === 'column') return { kind: 'foreign-key', foreignKey: edge.column, typeColumn: undefined };
  if (edge.kind === 'typed') return { kind: 'foreign-key', foreignKey: edge.column, typeColumn: edge.typeColumn };
  if (edge.kind === 'join' || edge.kind === 'members') return { ...edge, kind: 'join', from: edge.to, to: edge.from };
  return undefined;
}

/**
 * Plans a to-many relationship with several target types: a join table with a type column, or the columns of the other sides.
 *
 * @throws {TypeError} If the other sides cannot use the same tables.
 */
export function planMembers(
  { table, edges }: Draft,
  { name, targets, inverse }: RelationshipDefinition,
  drafts: ReadonlyMap<string, Draft>,
  nameOf: (text: string) => string,
): void {
  const refuse = (reason: string): never => {
    const where = `${table.type.name}.${name}`;
    throw new TypeError(
      `Kysely sources cannot store \`${where}\`, because ${reason}. Remove it to see the statements.`,
    );
  };
  const others = targets.flatMap((target) => (inverse === undefined ? [] : (drafts.get(target) ?? [])));
  const sides = others.map(({ table: { type } }) => type.relationships.get(inverse as string));
  if (sides.some((side) => side?.kind === 'to-many' && side.targets.length > 1)) {
    refuse('both of its sides are to-many relationships with several target types');
  }
  if (sides.some((side) => side?.kind !== sides.at(0)?.kind)) {
    refuse('its other side is to-one for one target type and to-many for another one');
  }
  if (sides.at(0)?.kind === 'to-one') {
    const parts = others.flatMap(({ table: { type }, edges: edgesOfTable }): [string, PlannedEdge][] => {
      const seen = seenFrom(edgesOfTable.get(inverse as string) as PlannedEdge);
      return seen === undefined ? [] : [[type.name, seen]];
    });
    edges.set(name, { kind: 'targets', targets: new Map(parts) });
    return;
  }
  const columnOf = createNames();
  const [from, to, typeColumn] = [`${table.name}_id`, `${name}_id`, `${name}_type`].map(columnOf) as [
    string,
    string,
    string,
  ];
  edges.set(name, { kind: 'members', through: nameOf(`${table.name}_${name}`), from, to, typeColumn });
}
