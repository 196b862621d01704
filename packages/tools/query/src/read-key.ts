import { checkKind, queryText } from '@linkage/core/internal';

/** The read that a query does. */
export type ReadOperation =
  | 'list'
  | 'infiniteList'
  | 'collection'
  | 'infiniteCollection'
  | 'get'
  | 'related'
  | 'relationship'
  | 'aggregates';

/** The key of a query: the read, and its query parameters in a form that does not depend on their order. */
export type ReadKey = readonly [
  baseUrl: string,
  /** The type, or the path of a collection of several types. */
  type: string,
  operation: ReadOperation,
  id: string | null,
  relationship: string | null,
  query: string,
];

/** Returns the parameters of a query, sorted by name. The order of relationship paths and of fields has no meaning. */
export function canonicalQuery(query: object = {}): string {
  const parameters = [...new URLSearchParams(queryText(query))].map(([name, value]) => {
    return [name, /^(include$|fields)/.test(name) ? [...new Set(value.split(','))].sort().join() : value];
  });
  return new URLSearchParams(parameters.sort()).toString();
}

/** Checks the client of a program without types. */
export function checkClient(where: string, client: { readonly baseUrl: string }): void {
  checkKind(where, 'client', 'object', client);
  checkKind(`${where}: client`, 'baseUrl', 'string', client.baseUrl);
}

/** Whether the key of a query belongs to a read of the API. */
export function isReadKey(key: readonly unknown[], baseUrl: string): key is ReadKey {
  return key.length === 6 && key.at(0) === baseUrl;
}
