import type { Api, TypeName } from '@linkage/core';
import { type OptionTable, optionTable, queryText, readOptions } from '@linkage/core/internal';
import type { Client } from './client.ts';
import type { LinkTarget, PathName } from './names.ts';
import type { ListQuery } from './query.ts';

/** The type of the resources at the end of a relationship path. */
type PathEnd<A extends Api, Type extends TypeName<A>, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? PathEnd<A, LinkTarget<A, Type, Name>, Rest>
  : LinkTarget<A, Type, Path>;

/** The query of the members of an included relationship. */
export type MembersQuery<A extends Api, Type extends TypeName<A>, Path extends PathName<A, Type>> = Pick<
  ListQuery<A, PathEnd<A, Type, Path>>,
  'filter' | 'sort' | 'page'
>;

const queryMembers: OptionTable = optionTable({ filter: 'array', sort: 'array', page: 'object' }, 'member');

/**
 * Returns the parameters that filter, sort, and limit the members of an included relationship, for servers with the profile `relatedQueries`.
 * They belong in `parameters` of a query, whose `include` contains the path. If the server applies the profile only on request, the option
 * `profiles` of the client must contain its URI.
 *
 * @throws {TypeError} If a member of the query is unknown.
 * @see https://github.com/linkage-js/linkage/blob/main/docs/profiles/related-queries.md
 * @example
 * const parameters = relatedQuery(client, 'articles', 'comments', { sort: ['-createdAt'], page: { size: 5 } });
 * const { data } = await client.list('articles', { include: ['comments'], parameters });
 */
export function relatedQuery<A extends Api, Type extends TypeName<A>, const Path extends PathName<A, Type>>(
  _client: Client<A>,
  _type: Type,
  path: Path,
  query: MembersQuery<A, Type, Path>,
): Readonly<Record<string, string>> {
  const text = queryText(readOptions('relatedQuery', query as object, queryMembers));
  const pairs = Array.from(new URLSearchParams(text), ([name, value]) => {
    const [base = ''] = name.split('[', 1);
    return [`relatedQuery[${path}][${base}]${name.slice(base.length)}`, value] as const;
  });
  return Object.freeze(Object.fromEntries(pairs));
}
