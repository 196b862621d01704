import type { Api, AttributeDefinition } from '@linkage/core';
import { isObject, ownMembers } from '@linkage/core/internal';

/** A mapping whose members are not known to the compiler. */
export type LooseMapping = Readonly<Record<string, { readonly [member: string]: unknown }>>;

/** An attribute that a column stores. */
export interface MappedColumn {
  readonly attribute: AttributeDefinition;
  readonly column: string;
}

/** Returns the attributes of a type that columns store: neither the application nor an expression computes them. */
export function mappedColumns(mapping: LooseMapping, api: Api, type: string): readonly MappedColumn[] {
  const { attributes } = mapping[type] ?? {};
  return [...(api.types.get(type)?.attributes.values() ?? [])].flatMap((attribute): readonly MappedColumn[] => {
    const given = isObject(attributes) ? attributes[attribute.name] : undefined;
    if (attribute.compute !== undefined || (isObject(given) && 'expression' in given)) return [];
    return [{ attribute, column: columnIn(given, attribute.name) }];
  });
}

function columnIn(given: unknown, name: string): string {
  const column = isObject(given) ? given['column'] : given;
  return typeof column === 'string' ? column : name;
}

/** A part of the data of a membership, and the column of the join table that stores it. */
interface MemberColumn {
  readonly relationship: string;
  readonly name: string;
  readonly table: string;
  readonly column: string;
}

/** Returns the columns of join tables that store the data of memberships. */
export function memberColumns(mapping: LooseMapping, api: Api, type: string): readonly MemberColumn[] {
  const { relationships } = mapping[type] ?? {};
  return [...(api.types.get(type)?.relationships.values() ?? [])].flatMap(({ name: relationship, member }) => {
    const { through, member: given } = ownMembers(ownMembers(relationships)[relationship]);
    const columns = ownMembers(given);
    return [...(member?.keys() ?? [])].map((name) => {
      const column = columnIn(columns[name], name);
      return { relationship, name, table: String(through), column };
    });
  });
}
