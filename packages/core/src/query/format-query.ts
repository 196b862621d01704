import type { Api, AttributeDefinition } from '../schema/api.ts';
import { attributeAt } from '../schema/filter-members.ts';
import type { FilterOperator } from '../schema/filter-operator.ts';
import type { TypeName } from '../schema/infer.ts';
import { typeNames } from '../schema/resource-type.ts';
import { mapTerms } from './condition-parts.ts';
import { acceptsNull } from './filter-value.ts';
import { followField } from './fold-condition.ts';
import type { FilterInput, QueryInput } from './query.ts';
import { checkedQuery } from './query-checks.ts';
import { queryText } from './query-text.ts';

/** Returns the attribute at the end of a path, without the checks that the reader of the query makes. */
function attributeOf(api: Api, types: readonly string[], field: string): AttributeDefinition | undefined {
  for (const name of types) {
    const { end, name: last } = followField(field, api.types.get(name), (type, step) =>
      api.types.get(type?.relationships.get(step)?.targets.at(0) ?? ''),
    );
    const attribute = end && attributeAt(end, last);
    if (attribute !== undefined) return attribute;
  }
  return undefined;
}

/** If the schema of an attribute rejects null, the word `null` would be read as a string: `exists` has the same meaning. */
function spellNull(api: Api, types: readonly string[], term: FilterInput): FilterInput {
  const { field, operator = 'eq', values } = term;
  if (values.length !== 1 || values[0] !== null || (operator !== 'eq' && operator !== 'ne')) return term;
  const attribute = attributeOf(api, types, field);
  if (attribute === undefined || acceptsNull(attribute.name, attribute.schema)) return term;
  return { field, operator: 'exists' as FilterOperator, values: [operator === 'ne'] };
}

/**
 * Formats the query parameters of a request: the inverse of `parseQuery`. Returns the query string without a question
 * mark, or an empty string without parameters. Percent-encodes everything, including brackets and spaces, because every
 * server can read them so. Keeps commas, so that lists are readable.
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
  const names = typeNames(api, types);
  const checked = checkedQuery(query);
  const { filter } = checked;
  const spelled = filter?.map((it) => mapTerms(it, (term: FilterInput) => spellNull(api, names, term)));
  return queryText({ ...checked, filter: spelled });
}
