/** Access rules and hooks receive the records that the write changes, although others write at the same time. */

import { type AccessRules, createServer, type WriteHooks } from '@linkage/server';
import { describe, expect, test } from 'vitest';
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
  protectedApi,
  publish,
  updateOf,
  type WritersPlace,
} from '../test/writers-world.ts';

type Sources = WritersPlace['sources'];
type Rules = AccessRules<typeof api>;

/** A request, and a write that begins when every rule has decided and the source of the request is about to write. */
interface Meeting {
  readonly title: string;
  readonly line: string;
  readonly data?: unknown;
  readonly access?: Rules;
  readonly hooks?: WriteHooks<typeof api>;
  readonly served?: typeof api;
  readonly other: (sources: Sources) => unknown;
}

const article = (attributes: object, relationships: object = {}) => ({
  ...identifier('articles', '1'),
  attributes,
  relationships,
});
const allow = () => true;
/** A rule that decides on the record, as most do. */
const decide = (_: unknown, { id }: { readonly id: string | undefined }) => id !== 'x';
const byAda = { author: { data: identifier('people', '1') } };

const meetings: readonly Meeting[] = [
  {
    title: 'PATCH, `update`',
    line: 'PATCH /articles/1',
    data: article({ title: 'edited' }),
    access: { articles: { update: isDraft } },
    other: publish,
  },
  {
    title: 'PATCH, `read`',
    line: 'PATCH /articles/1',
    data: article({ title: 'edited' }),
    access: drafts,
    other: publish,
  },
  {
    title: 'PATCH of a relationship in the resource, `updateRelationship`',
    line: 'PATCH /articles/1',
    data: article({}, byAda),
    access: { articles: { updateRelationship: isDraft } },
    other: publish,
  },
  {
    title: 'DELETE, `delete`',
    line: 'DELETE /articles/2',
    access: { articles: { delete: isDraft } },
    other: updateOf('articles', '2', { status: 'published' }),
  },
  {
    title: 'DELETE, `read`',
    line: 'DELETE /articles/2',
    access: drafts,
    other: updateOf('articles', '2', { status: 'published' }),
  },
  {
    title: 'PATCH of a to-one relationship, `updateRelationship`',
    line: 'PATCH /articles/1/relationships/author',
    data: null,
    access: { articles: { updateRelationship: isDraft } },
    other: publish,
  },
  {
    title: 'PATCH of a to-one relationship, `read`',
    line: 'PATCH /articles/1/relationships/author',
    data: null,
    access: drafts,
    other: publish,
  },
  ...(['PATCH', 'POST', 'DELETE'] as const).map((method) => ({
    title: `${method} of a to-many relationship, \`read\``,
    line: `${method} /articles/1/relationships/tags`,
    data: [identifier('tags', '1')],
    access: drafts,
    other: publish,
  })),
  {
    title: 'PATCH of a to-one relationship: `updateRelationship` of the new owner',
    line: 'PATCH /articles/1/relationships/author',
    data: identifier('people', '2'),
    access: { people: { updateRelationship: decide } },
    other: updateOf('people', '2', { name: 'closed' }),
  },
  {
    title: 'PATCH of a to-one relationship: `read` of the new owner, who stores nothing',
    line: 'PATCH /articles/1/relationships/author',
    data: identifier('people', '2'),
    access: { people: { updateRelationship: allow, read: () => [{ field: 'name', values: ['Ada', 'Bo'] }] } },
    other: updateOf('people', '2', { name: 'closed' }),
  },
  {
    title: 'PATCH of a to-one relationship: `updateRelationship` of the old owner',
    line: 'PATCH /articles/1/relationships/author',
    data: identifier('people', '2'),
    access: { people: { updateRelationship: decide } },
    other: updateOf('people', '1', { name: 'closed' }),
  },
  {
    title: 'POST to a to-many relationship: `update` of the member',
    line: 'POST /people/2/relationships/articles',
    data: [identifier('articles', '1')],
    access: { articles: { update: isDraft } },
    other: publish,
  },
  {
    title: 'POST to a to-many relationship: `read` of the member',
    line: 'POST /people/2/relationships/articles',
    data: [identifier('articles', '1')],
    access: drafts,
    other: publish,
  },
  {
    title: 'POST to a to-many relationship: `updateRelationship` of the owner that loses the member',
    line: 'POST /people/2/relationships/articles',
    data: [identifier('articles', '1')],
    access: { people: { updateRelationship: decide } },
    other: updateOf('people', '1', { name: 'closed' }),
  },
  {
    title: 'creation with a member: `update` of the member',
    line: 'POST /people',
    data: {
      ...identifier('people', '9'),
      attributes: { name: 'new' },
      relationships: { articles: { data: [identifier('articles', '1')] } },
    },
    access: { articles: { update: isDraft } },
    other: publish,
  },
  {
    title: 'creation with a link: `read` of the resource that it links to',
    line: 'POST /articles',
    data: { ...identifier('articles', '9'), attributes: { title: 'new', status: 'draft' }, relationships: byAda },
    access: { people: { updateRelationship: allow, read: () => [{ field: 'name', values: ['Ada', 'Bo'] }] } },
    other: updateOf('people', '1', { name: 'closed' }),
  },
  {
    title: 'deletion: `update` of a record whose link becomes null',
    line: 'DELETE /people/1',
    access: { articles: { update: isDraft } },
    other: publish,
  },
  {
    title: 'deletion: a record that gets a link at the same time',
    line: 'DELETE /people/1',
    access: { articles: { update: isDraft } },
    other: updateOf('articles', '3', {}, { author: identifier('people', '1') }),
  },
  {
    title: 'deletion: a record that is created with a link at the same time',
    line: 'DELETE /people/1',
    access: { articles: { update: isDraft } },
    other: ({ articles }) =>
      articles.create(
        {
          type: 'articles',
          id: '9',
          attributes: { title: '', status: 'published' },
          relationships: { author: identifier('people', '1') },
        } as never,
        call,
      ),
  },
  {
    title: 'cascade: `delete` of a deleted record',
    line: 'DELETE /articles/1',
    access: { comments: { delete: decide } },
    other: updateOf('comments', '1', { status: 'closed' }),
  },
  {
    title: 'cascade: a record that gets a link at the same time',
    line: 'DELETE /articles/1',
    access: { comments: { delete: decide } },
    other: updateOf('comments', '2', {}, { article: identifier('articles', '1') }),
  },
  {
    title: 'cascade of two levels: `update` of a record that links to a deleted one',
    line: 'DELETE /teams/1',
    access: { articles: { update: isDraft } },
    other: publish,
  },
  {
    title: 'cascade of two levels: a record that gets a link to a deleted one',
    line: 'DELETE /teams/1',
    access: { articles: { update: isDraft } },
    other: updateOf('articles', '3', {}, { author: identifier('people', '1') }),
  },
  {
    title: 'hidden members: a member that is added at the same time',
    line: 'PATCH /articles/1/relationships/tags',
    data: [],
    access: { tags: { read: () => [{ field: 'name', values: ['shown'] }] } },
    other: ({ articles }) => articles.updateRelationship('1', 'tags', { add: [identifier('tags', '3')] }, call),
  },
  {
    title: 'deletion without rules: a record that gets a link in a read-only relationship',
    line: 'DELETE /people/3',
    served: protectedApi,
    other: updateOf('articles', '3', {}, { author: identifier('people', '3') }),
  },
  ...(['update', 'delete', 'updateRelationship'] as const).map((action) => ({
    title: `the hook of \`${action}\``,
    line: {
      update: 'PATCH /articles/1',
      delete: 'DELETE /articles/1',
      updateRelationship: 'POST /articles/1/relationships/tags',
    }[action],
    ...(action === 'delete' ? {} : { data: action === 'update' ? article({ title: 'edited' }) : [] }),
    hooks: { articles: { [action]: { before: () => undefined } } },
    other: publish,
  })),
];

/** Returns sources that wait before their first write of a server. */
function waitingSources(sources: Sources, meanwhile: () => Promise<void>): Sources {
  const writes = ['create', 'update', 'delete', 'updateRelationship'] as const;
  const gated = Object.entries(sources).map(([type, source]) => {
    const methods = writes.map((name) => {
      const method = async (...args: readonly unknown[]): Promise<unknown> => {
        await meanwhile();
        return (source[name] as (...given: readonly unknown[]) => unknown)(...args);
      };
      return [name, method] as const;
    });
    return [type, { ...source, ...Object.fromEntries(methods) }] as const;
  });
  return Object.fromEntries(gated) as unknown as Sources;
}

describe.each(places)('$name', ({ name, missing }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'a write to what the rules have decided about', () => {
    const writers = useWriters(name);

    test.each(meetings.map((it) => [it.title, it] as const))(
      '%s: the other write waits',
      async (_, { line, data, access, hooks, served = api, other }) => {
        let outcome: string | undefined;
        let ended: Promise<unknown> | undefined;
        const sources = waitingSources(writers.place.sources, async () => {
          if (ended !== undefined) return;
          ended = (async () => other(writers.place.sources))();
          outcome = await endsOrWaits(writers.place, ended);
        });
        const failures: unknown[] = [];
        const server = createServer(
          served,
          sources as never,
          {
            ...(access === undefined ? {} : { access, defaultAccess: 'allow' }),
            ...(hooks === undefined ? {} : { hooks }),
            onError: (error: unknown) => void failures.push(error),
          } as never,
        );
        const { status } = await requestsTo(server)(line, data);
        await ended?.catch(() => undefined);
        expect([failures, status < 300, outcome]).toEqual([[], true, 'waits']);
      },
    );
  });
});
