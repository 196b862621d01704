import { type AccessRules, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { api, openNewsroom } from '../test/newsroom.ts';

type Read = readonly { readonly field: string; readonly values: readonly unknown[] }[];

/** The articles that a filter finds, if users can read people and comments that match rules. */
async function found(filter: string, rules: Readonly<Record<string, Read>>): Promise<string> {
  const { database, sources } = openNewsroom();
  const access = Object.fromEntries(Object.entries(rules).map(([type, read]) => [type, { read: () => read }]));
  const server = createServer(api, sources, {
    defaultAccess: 'allow',
    access: access as AccessRules<typeof api, unknown>,
  });
  const { body } = await server.handle({ method: 'GET', url: `/articles?${filter}&sort=title`, headers: {} });
  database.close();
  const { data, errors } = JSON.parse(String(body));
  return errors === undefined ? data.map(({ id }: { readonly id: string }) => id).join('') : errors[0].code;
}

test.each<[string, string, Readonly<Record<string, Read>>]>([
  ['filter[author.id]=1,2', 'ab', { people: [{ field: 'articles.title', values: ['Alpha'] }] }],
  ['filter[author]=1,2', 'ab', { people: [{ field: 'articles.title', values: ['Alpha'] }] }],
  [
    'filter[comments.id]=1,2,3',
    'a',
    {
      comments: [
        { field: 'article.author.name', values: ['Ada'] },
        { field: 'article.title', values: ['Alpha'] },
      ],
    },
  ],
  ['filter[comments]=3', 'b', { comments: [{ field: 'article.author.name', values: ['Ada'] }] }],
  ['filter[comments.id]=1,2,3', '', { comments: [{ field: 'article.author.name', values: ['Bo'] }] }],
])('%s finds "%s" if a rule of the related type is on a path', async (filter, wanted, rules) => {
  expect(await found(filter, rules)).toBe(wanted);
});
