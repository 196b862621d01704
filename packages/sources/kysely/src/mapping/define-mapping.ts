import type { Api, TypeName } from '@linkage/core';
import type { TypeMappings } from './mapping.ts';

/**
 * Returns a mapping for `createKyselySources` and `compareMapping` as it is. The compiler compares it with the API where it is declared: a type, a
 * field, or a storage that the API does not have is an error in its line. `createKyselySources` checks the rest at start. If the interface of
 * your Kysely database names its tables, write the mapping in `createKyselySources`, which also compares the names of tables and columns.
 *
 * @param mapping The tables by resource type. Types without a mapping can have other sources.
 * @param _options `context`, as in `createKyselySources`: functions of the mapping then know the type of `call.context`.
 * @example
 * export const mapping = defineMapping(api, {
 *   articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
 *   people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
 * });
 */
export function defineMapping<
  const A extends Api,
  const Tables extends { readonly [Name in TypeName<A>]?: string },
  Context = unknown,
>(
  _api: A,
  mapping: TypeMappings<A, unknown, Tables, NoInfer<Context>>,
  _options?: { readonly context: (request: never) => Context | Promise<Context> },
): TypeMappings<A, unknown, Tables, Context> {
  return mapping;
}
