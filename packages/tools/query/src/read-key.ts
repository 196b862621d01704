import { checkKind, isObject, ownMembers, queryText } from '@linkage/core/internal';

/** The read that a query does. */
export type ReadOperation = 'list' | 'infiniteList' | 'get' | 'related' | 'relationship';

/** The key of a query: the read, and its query parameters in a form that does not depend on their order. */
export type ReadKey = readonly [
  baseUrl: string,
  type: string,
  operation: ReadOperation,
  id: string | null,
  relationship: string | null,
  query: string,
];

/** Returns the parameters of a query, sorted by name. The order of relationship paths and of fields has no meaning. */
export function canonicalQuery(query: object = {}): string {
  checkKind('formatQuery', 'query', 'object', query);
  const { include, fields } = ownMembers(query);
  const sorted = (names: unknown): unknown => (Array.isArray(names) ? [...new Set(names)].sort() : names);
  const pairs = Object.entries(isObject(fields) ? fields : {}).map(([type, names]) => [type, sorted(names)]);
  const text = queryText({
    ...query,
    ...(include === undefined ? {} : { include: sorted(include) }),
    ...(isObject(fields) ? { fields: Object.fromEntries(pairs) } : {}),
  });
  const parameters = new URLSearchParams(text);
  parameters.sort();
  return parameters.toString();
}

/** Whether the key of a query belongs to a read of the API. */
export function isReadKey(key: readonly unknown[], baseUrl: string): key is ReadKey {
  return key.length === 6 && key.at(0) === baseUrl;
}
