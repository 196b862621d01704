import type { Api, AttributeDefinition } from '@linkage/core';
import { isObject } from '@linkage/core/internal';

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
    const column = isObject(given) ? given['column'] : given;
    return [{ attribute, column: typeof column === 'string' ? column : attribute.name }];
  });
}
