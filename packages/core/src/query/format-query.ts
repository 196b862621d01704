import type { Api } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import { typeNames } from '../schema/resource-type.ts';
import { checkedQuery } from './query-checks.ts';
import type { QueryInput } from './query-input.ts';
import { queryText } from './query-text.ts';

/**
 * Formats the query parameters of a request: the inverse of `parseQuery`. Returns the query string without a question
 * mark, or an empty string without parameters. Percent-encodes everything as `application/x-www-form-urlencoded`,
 * including brackets, because every server can read them so. Keeps commas, so that lists are readable.
 *
 * @param types The type of the primary data, or several types for a collection of mixed types.
 * @throws {TypeError} If `types` is empty or contains an unknown type, an option has an invalid value, a name is
 * invalid, or a value cannot be written in a URL.
 * @see https://jsonapi.org/format/1.1/#query-parameters
 * @example
 * formatQuery(api, 'articles', { include: ['author'], sort: ['-title'], page: { size: 10 } });
 * // 'include=author&sort=-title&page%5Bsize%5D=10'
 */
export function formatQuery<A extends Api, Type extends TypeName<A>>(
  api: A,
  types: Type | readonly Type[],
  query: QueryInput<A, Type>,
): string {
  typeNames(api, types);
  return queryText(checkedQuery(query));
}
