/** A write that had to wait for another one decides about what the other one has left. */

import { defineAction, defineApi } from '@linkage/core';
import { type AccessRules, createServer, type SourceCall } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { requestsTo } from '../test/requests.ts';
import { useWriters } from '../test/use-writers.ts';
import {
  api,
  call,
  drafts,
  endsOrWaits,
  identifier,
  isDraft,
  places,
  publish,
  updateOf,
  type WritersPlace,
  type WriterType,
} from '../test/writers-world.ts';

type Sources = WritersPlace['sources'];
type Rules = AccessRules<typeof api>;

/** A transaction that has locked a resource, and a request that waits for it. */
interface Waiting {
  readonly title: string;
  readonly locked: readonly [type: WriterType, id: string];
  readonly first: (sources: Sources, inside: SourceCall) => unknown;
  readonly line: string;
  readonly data?: unknown;
  readonly access: Rules;
  /** A source that waits before it looks finds no resource. Otherwise, the rule of the inverse relationship rejects. */
  readonly status: number | readonly number[];
  /** The linkage at a URL after both writes. */
  readonly after?: readonly [url: string, ids: string | null];
}

const edit = { ...identifier('articles', '1'), attributes: { title: 'edited' } };
const shownTags: Rules = { tags: { read: () => [{ field: 'name', values: ['shown'] }] } };
const tagsUrl = '/articles/1/relationships/tags';

/** Changes the author of an article, and then the name of this author. */
async function renameAuthor(sources: Sources, inside: SourceCall): Promise<void> {
  await updateOf('articles', '1', {}, { author: identifier('people', '2') })(sources, inside);
  await updateOf('people', '2', { name: 'Cy' })(sources, inside);
}
const ofAuthors: Rules = { articles: { read: () => [{ field: 'author.name', values: ['Ada', 'Bo'] }] } };

const cases: readonly Waiting[] = [
  {
    title: '`update` receives the changed record',
    ...{ locked: ['articles', '1'], first: publish },
    ...{ line: 'PATCH /articles/1', data: edit, access: { articles: { update: isDraft } }, status: 403 },
  },
  {
    title: '`read` hides the changed record from PATCH',
    ...{ locked: ['articles', '1'], first: publish },
    ...{ line: 'PATCH /articles/1', data: edit, access: drafts, status: 404 },
  },
  {
    title: '`read` hides the changed record from DELETE',
    ...{ locked: ['articles', '2'], first: updateOf('articles', '2', { status: 'published' }) },
    ...{ line: 'DELETE /articles/2', access: drafts, status: 404 },
  },
  {
    title: '`read` hides the changed record from a change of a relationship',
    ...{ locked: ['articles', '1'], first: publish },
    ...{ line: `POST ${tagsUrl}`, data: [identifier('tags', '2')], access: drafts, status: 404, after: [tagsUrl, '1'] },
  },
  {
    title: 'a condition on a path receives the related record that the other write has changed, too',
    locked: ['articles', '1'],
    first: renameAuthor,
    ...{ line: 'PATCH /articles/1', data: edit, status: 404, access: ofAuthors },
  },
  {
    title: '`update` of the inverse relationship receives the changed record',
    ...{ locked: ['articles', '1'], first: publish },
    ...{ line: 'POST /people/2/relationships/articles', data: [identifier('articles', '1')] },
    ...{ access: { articles: { update: isDraft } }, status: 403 },
  },
  {
    title: '`read` of the inverse relationship hides the changed record',
    ...{ locked: ['articles', '1'], first: publish },
    ...{ line: 'POST /people/2/relationships/articles', data: [identifier('articles', '1')] },
    ...{ access: drafts, status: [403, 404] },
  },
  {
    title: '`updateRelationship` of the owner that a member has got in the meantime',
    ...{ locked: ['articles', '1'], first: updateOf('articles', '1', {}, { author: identifier('people', '2') }) },
    ...{ line: 'PATCH /articles/1/relationships/author', data: null, status: 403 },
    access: { people: { updateRelationship: (_, { id }) => id !== '2' } },
    after: ['/articles/1/relationships/author', '2'],
  },
  {
    title: 'a deletion: `update` of a record that links to the resource since then',
    locked: ['people', '1'],
    first: updateOf('articles', '3', { status: 'published' }, { author: identifier('people', '1') }),
    ...{ line: 'DELETE /people/1', access: { articles: { update: isDraft } }, status: 403 },
    after: ['/articles/3/relationships/author', '1'],
  },
  {
    title: 'a deletion: `delete` of a record that links to the resource since then',
    locked: ['articles', '1'],
    first: updateOf('comments', '2', { status: 'closed' }, { article: identifier('articles', '1') }),
    ...{ line: 'DELETE /articles/1', status: 403, after: ['/comments/2/relationships/article', '1'] },
    access: { comments: { delete: (_, { record }) => (record as { readonly status?: string }).status === 'open' } },
  },
  {
    title: 'a deletion of two levels: `update` of a record that links to a deleted one since then',
    locked: ['people', '1'],
    first: updateOf('articles', '3', { status: 'published' }, { author: identifier('people', '1') }),
    ...{ line: 'DELETE /teams/1', access: { articles: { update: isDraft } }, status: 403 },
    after: ['/articles/3/relationships/author', '1'],
  },
  {
    title: 'a hidden member that was added since then is kept',
    locked: ['articles', '1'],
    first: ({ articles }, inside) =>
      articles.updateRelationship('1', 'tags', { add: [identifier('tags', '3')] }, inside),
    ...{ line: `PATCH ${tagsUrl}`, data: [], access: shownTags, status: 204, after: [tagsUrl, '3'] },
  },
];

const output = z.object({ ids: z.array(z.string()) });
const { articles, ...others } = api.declaration;
const acting = defineApi({
  ...others,
  articles: { ...articles, actions: { touch: defineAction({ on: 'filter', output }) } },
} as never);

/** An action on a filter that waits, while another transaction has locked article 1, and the resources that it receives then. */
const actions: readonly (readonly [
  title: string,
  filter: string,
  access: Rules,
  first: Waiting['first'],
  ids: string,
])[] = [
  ['`read` hides the changed record', '[title]=one,two', drafts, publish, '2'],
  ['a path of `read` leads to a record that has changed, too', '[title]=one,two', ofAuthors, renameAuthor, ''],
  ['the filter does not match the changed record', '[status]=draft', {}, publish, '2,3'],
  ['a path of the filter leads to a record that has changed, too', '[author.name]=Ada,Bo', {}, renameAuthor, ''],
  [
    'nothing that decides has changed',
    '[author.name]=Ada',
    ofAuthors,
    updateOf('articles', '1', { title: 'new' }),
    '1',
  ],
];

describe.each(places)('$name', ({ name, missing }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'a write that waits', () => {
    const writers = useWriters(name);

    test.each(cases.map((it) => [it.title, it] as const))(
      '%s',
      async (_, { locked: [type, id], first, line, data, access, status, after }) => {
        const { sources } = writers.place;
        const failures: unknown[] = [];
        const options = { access, defaultAccess: 'allow', onError: (error: unknown) => void failures.push(error) };
        const server = createServer(api, sources as never, options as never);
        let answer: Promise<{ readonly status: number }> | undefined;
        const none = { attributes: new Set<string>(), relationships: new Set<string>() };
        await sources[type].transaction(async (inside: SourceCall) => {
          await sources[type].find([id], none, { ...inside, forUpdate: true });
          answer = requestsTo(server)(line, data);
          expect(await endsOrWaits(writers.place, answer)).toBe('waits');
          await first(sources, inside);
        }, call as never);
        expect([failures, [status].flat()]).toEqual([[], expect.arrayContaining([(await answer)?.status])]);
        if (after === undefined) return;
        const open = createServer(api, sources as never);
        expect((await requestsTo(open)(`GET ${after[0]}`)).ids).toBe(after[1]);
      },
    );

    test.each(actions)('of an action on a filter: %s', async (_, filter, access, first, ids) => {
      const { sources } = writers.place;
      const received: string[] = [];
      const act = ({ resources }: { readonly resources: readonly { readonly id: string }[] }) => {
        received.splice(0, received.length, ...resources.map(({ id }) => id));
        return { ids: received };
      };
      const options = { access, defaultAccess: 'allow', actions: { articles: { touch: act } } };
      const server = createServer(acting, sources as never, options as never);
      let answer: Promise<{ readonly status: number }> | undefined;
      await sources.articles.transaction(async (inside: SourceCall) => {
        const none = { attributes: new Set<string>(), relationships: new Set<string>() };
        await sources.articles.find(['1'], none, { ...inside, forUpdate: true });
        const url = `/articles/-actions/touch?filter${filter}`;
        const headers = { 'content-type': 'application/vnd.api+json' };
        answer = server.handle({ method: 'POST', url, headers, body: '{"meta":{}}' });
        expect(await endsOrWaits(writers.place, answer)).toBe('waits');
        await first(sources, inside);
      }, call as never);
      expect([(await answer)?.status, received.join()]).toEqual([200, ids]);
    });
  });
});
