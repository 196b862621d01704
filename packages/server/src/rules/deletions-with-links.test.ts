/** Deletions of a resource to which other records link, on records in memory: the records change, or are deleted, too. */
import { type AttributeOptions, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';

type Write = AttributeOptions['write'];

/** Comments and replies are deleted with what they are about. Ratings and notes stay without it. */
function declare(write: { readonly ratings?: Write; readonly comments?: Write; readonly notes?: Write } = {}) {
  const { ratings = true, comments = true, notes = true } = write;
  return defineApi({
    articles: {
      attributes: {},
      relationships: {
        comments: toMany('comments', { inverse: 'article' }),
        ratings: toMany('ratings', { inverse: 'article' }),
      },
    },
    comments: {
      attributes: {},
      relationships: {
        article: toOne('articles', { inverse: 'comments', onDelete: 'cascade', write: comments as boolean }),
        replies: toMany('replies', { inverse: 'comment' }),
      },
    },
    replies: {
      attributes: {},
      relationships: { comment: toOne('comments', { inverse: 'replies', onDelete: 'cascade' }) },
    },
    ratings: {
      attributes: {},
      relationships: { article: toOne('articles', { inverse: 'ratings', write: ratings as boolean }) },
    },
    // Articles do not have a relationship for notes.
    notes: {
      attributes: {},
      relationships: { article: toOne('articles', { onDelete: 'cascade', write: notes as boolean }) },
    },
  });
}
const api = declare();
type Options = ServerOptions<unknown, typeof api>;

/** Articles 1 to 4: with two comments, of which one has a reply; with a rating; with a note; with nothing. */
function open(
  options: Options,
  declared: typeof api = api,
  changed: { readonly [type: string]: (source: DataSource) => DataSource | undefined } = {},
) {
  const memory = createMemorySources(declared, {
    articles: ['1', '2', '3', '4'].map((id) => ({ id })),
    comments: ['1', '2'].map((id) => ({ id, article: '1' })),
    replies: [{ id: '1', comment: '1' }],
    ratings: [{ id: '1', article: '2' }],
    notes: [{ id: '1', article: '3' }],
  });
  const sources = Object.fromEntries(
    Object.entries(memory).map(([type, source]) => [type, (changed[type] ?? ((it) => it))(source as DataSource)]),
  );
  const rejections: unknown[] = [];
  const onRequest: Options['onRequest'] = () => (end) => {
    rejections.push(end.rejection);
  };
  const server = createServer(declared, withRest(declared, sources as never), { ...options, onRequest });
  const unguarded = createServer(declared, memory);
  return {
    rejections,
    remove: async (id: string) => (await send(server, `DELETE /articles/${id}`)).status,
    async left() {
      const counts = [];
      for (const type of ['articles', 'comments', 'replies', 'ratings', 'notes'])
        counts.push((await send(unguarded, `GET /${type}`)).document.data.length);
      return counts.join();
    },
  };
}
const whole = '4,2,1,1,1';
const call = { context: undefined, signal: new AbortController().signal };

const no = () => false;
const yes = () => true;
/** A rule that decides on the record, so that it must be read. */
const about = (_: unknown, { record }: { readonly record: object }) => record !== undefined;
const one: Options['access'] = { comments: { read: () => [{ field: 'id', values: ['1'] }] } };

describe('the rules of records that link to a deleted resource', () => {
  test.each<[string, Options, readonly [number, string][]]>([
    [
      'without rules',
      {},
      [
        [204, '3,0,0,1,1'],
        [204, '2,0,0,1,1'],
        [204, '1,0,0,1,0'],
        [204, '0,0,0,1,0'],
      ],
    ],
    [
      'with rules that allow',
      {
        defaultAccess: 'allow',
        access: { comments: { delete: yes }, replies: { delete: yes }, ratings: { update: yes } },
      },
      [
        [204, '3,0,0,1,1'],
        [204, '2,0,0,1,1'],
      ],
    ],
    [
      'comments: delete',
      { defaultAccess: 'allow', access: { comments: { delete: no } } },
      [
        [403, whole],
        [204, '3,2,1,1,1'],
      ],
    ],
    [
      'replies: delete',
      { defaultAccess: 'allow', access: { replies: { delete: no } } },
      [
        [403, whole],
        [204, '3,2,1,1,1'],
      ],
    ],
    [
      'comments: update, which does not apply',
      { defaultAccess: 'allow', access: { comments: { update: no, updateRelationship: no } } },
      [[204, '3,0,0,1,1']],
    ],
    [
      'a hidden comment',
      { defaultAccess: 'allow', access: one },
      [
        [403, whole],
        [204, '3,2,1,1,1'],
      ],
    ],
    [
      'hidden replies',
      { defaultAccess: 'allow', access: { replies: { read: no } } },
      [
        [403, whole],
        [204, '3,2,1,1,1'],
      ],
    ],
    [
      'ratings: update',
      { defaultAccess: 'allow', access: { ratings: { update: no } } },
      [
        [204, '3,0,0,1,1'],
        [403, '3,0,0,1,1'],
        [204, '2,0,0,1,0'],
      ],
    ],
    [
      'ratings: updateRelationship',
      { defaultAccess: 'allow', access: { ratings: { updateRelationship: no } } },
      [
        [204, '3,0,0,1,1'],
        [403, '3,0,0,1,1'],
      ],
    ],
    [
      'ratings: delete, which does not apply',
      { defaultAccess: 'allow', access: { ratings: { delete: no } } },
      [
        [204, '3,0,0,1,1'],
        [204, '2,0,0,1,1'],
      ],
    ],
    [
      'hidden ratings',
      { defaultAccess: 'allow', access: { ratings: { read: no } } },
      [
        [204, '3,0,0,1,1'],
        [403, '3,0,0,1,1'],
      ],
    ],
    [
      'notes: delete',
      { defaultAccess: 'allow', access: { notes: { delete: no } } },
      [
        [204, '3,0,0,1,1'],
        [204, '2,0,0,1,1'],
        [403, '2,0,0,1,1'],
        [204, '1,0,0,1,1'],
      ],
    ],
    [
      'open inverses',
      {
        defaultAccess: 'allow',
        access: { comments: { delete: no }, ratings: { update: no } },
        uncheckedInverses: { comments: ['article'], ratings: ['article'] },
      },
      [
        [204, '3,0,0,1,1'],
        [204, '2,0,0,1,1'],
      ],
    ],
    [
      'more comments than can be read',
      { defaultAccess: 'allow', access: { comments: { delete: about } }, limits: { includedLinkage: 1 } },
      [
        [403, whole],
        [204, '3,2,1,1,1'],
      ],
    ],
    [
      'more comments than can be read, which the user can delete all',
      { defaultAccess: 'allow', access: { comments: { delete: yes } }, limits: { includedLinkage: 1 } },
      [[204, '3,0,0,1,1']],
    ],
    [
      'more comments than can be read, which no rule restricts',
      { defaultAccess: 'allow', access: { articles: { delete: yes } }, limits: { includedLinkage: 1 } },
      [[204, '3,0,0,1,1']],
    ],
    [
      'more comments than can be read, which are open',
      {
        defaultAccess: 'allow',
        access: { comments: { delete: no }, ratings: { update: no } },
        uncheckedInverses: { comments: ['article'], ratings: ['article'] },
        limits: { includedLinkage: 1 },
      },
      [[204, '3,0,0,1,1']],
    ],
    [
      'open comments, with a rule of their replies that allows',
      {
        defaultAccess: 'allow',
        access: { comments: { delete: no }, replies: { delete: yes } },
        uncheckedInverses: { comments: ['article'] },
      },
      [[204, '3,0,0,1,1']],
    ],
    [
      'open comments, with a rule of their replies that rejects',
      {
        defaultAccess: 'allow',
        access: { comments: { delete: no }, replies: { delete: no } },
        uncheckedInverses: { comments: ['article'] },
      },
      [[403, whole]],
    ],
    [
      'hidden comments, which are open, with a rule of ratings',
      {
        defaultAccess: 'allow',
        access: { ...one, ratings: { update: yes } },
        uncheckedInverses: { comments: ['article'] },
      },
      [
        [204, '3,0,0,1,1'],
        [204, '2,0,0,1,1'],
      ],
    ],
    [
      'more comments than can be read, and a rule that does not apply',
      { defaultAccess: 'allow', access: { ratings: { delete: no } }, limits: { includedLinkage: 1 } },
      [[204, '3,0,0,1,1']],
    ],
    [
      'more comments than can be read, whose update rule does not apply',
      { defaultAccess: 'allow', access: { comments: { update: no } }, limits: { includedLinkage: 1 } },
      [[204, '3,0,0,1,1']],
    ],
    [
      'one deletion more than the limit',
      { defaultAccess: 'allow', access: { replies: { delete: about } }, limits: { includedLinkage: 3 } },
      [[403, whole]],
    ],
    [
      'more deletions than the limit',
      { defaultAccess: 'allow', access: { replies: { delete: about } }, limits: { includedLinkage: 2 } },
      [
        [403, whole],
        [204, '3,2,1,1,1'],
      ],
    ],
    [
      'deletions up to the limit',
      { defaultAccess: 'allow', access: { replies: { delete: about } }, limits: { includedLinkage: 4 } },
      [[204, '3,0,0,1,1']],
    ],
    [
      'denied by default',
      { defaultAccess: 'deny', access: { articles: { read: yes, delete: yes }, ratings: { read: yes } } },
      [
        [403, whole],
        [403, whole],
        [403, whole],
        [204, '3,2,1,1,1'],
      ],
    ],
  ])('%s', async (_, options, expected) => {
    const { remove, left } = open(options);
    for (const [index, [status, counts]] of expected.entries())
      expect([index, await remove(String(index + 1)), await left()]).toEqual([index, status, counts]);
  });

  test('each rule receives the record that it decides about, once', async () => {
    const heard: unknown[] = [];
    const hear =
      (name: string) =>
      (_: unknown, { id, record }: { readonly id?: string | undefined; readonly record?: object | undefined }) => {
        heard.push([name, id, (record as { id: unknown } | undefined)?.id]);
        return true;
      };
    const access = {
      comments: { delete: hear('delete comment') },
      replies: { delete: hear('delete reply') },
      ratings: { update: hear('update rating'), updateRelationship: hear('updateRelationship rating') },
    };
    const { remove } = open({ defaultAccess: 'allow', access });
    expect([await remove('1'), await remove('2')]).toEqual([204, 204]);
    expect(heard).toEqual([
      ['delete comment', '1', '1'],
      ['delete comment', '2', '2'],
      ['delete reply', '1', '1'],
      ['update rating', '1', '1'],
      ['updateRelationship rating', '1', '1'],
    ]);
  });
});

test.each<[string, Parameters<typeof declare>[0], Options]>([
  ['a read-only relationship', { ratings: false }, {}],
  ['a rule', {}, { defaultAccess: 'allow', access: { ratings: { update: no } } }],
  [
    'a rule of a type to which articles do not have a relationship',
    {},
    { defaultAccess: 'allow', access: { notes: { delete: no } } },
  ],
])(
  'if no source can return the linked records, %s rejects the deletion of every resource',
  async (_, write, options) => {
    const declared = declare(write) as typeof api;
    const { articles, ratings, notes, ...others } = createMemorySources(declared, { articles: [{ id: '1' }] });
    const lacking = {
      articles: { ...articles, related: undefined },
      ratings: { ...ratings, list: undefined },
      notes: { ...notes, list: undefined },
    };
    const server = createServer(declared, { ...others, ...lacking } as never, options);
    const { status, problems } = await send(server, 'DELETE /articles/1');
    expect([status, problems]).toEqual([403, [expect.stringMatching(/^(OPERATION_NOT_SUPPORTED|FORBIDDEN)/)]]);
    expect(await articles?.find?.(['1'], { attributes: new Set(), relationships: new Set() }, call)).toHaveLength(1);
  },
);

describe('resources that cannot be determined', () => {
  const allow = { comments: { delete: about }, ratings: { update: about } };
  const noList = (source: DataSource): DataSource => ({ ...source, list: undefined as never });
  // The source of articles says that it deletes the comments.
  const comments = {
    storedIn: 'related',
    inverses: [{ type: 'comments', relationship: 'article' }],
    deletesRecords: true,
  } as const;
  const stating = {
    comments: () => undefined,
    articles: (it: DataSource): DataSource => ({ ...it, storage: { comments } }),
  };
  const unreadable = (id: string) =>
    `The resources of type "comments" that link to "articles" "${id}" are too many, or cannot be read.`;
  test.each<[string, Options, Parameters<typeof open>[2], statuses: readonly number[], rejections: readonly unknown[]]>(
    [
      // The comments are known from the article.
      [
        'no source of comments',
        { defaultAccess: 'allow', access: { comments: { delete: yes } } },
        stating,
        [403, 204],
        ['Type "comments" does not have a source.'],
      ],
      [
        'no source of comments, but no rule either',
        { defaultAccess: 'allow', access: { ratings: { update: yes } } },
        stating,
        [204, 204],
        [],
      ],
      [
        'ratings that cannot be read, without a rule',
        { defaultAccess: 'allow', access: { notes: { delete: yes } } },
        { ratings: noList, articles: (it) => ({ ...it, related: undefined as never }) },
        [204, 204, 204],
        [],
      ],
      [
        'comments that another request deletes meanwhile',
        { defaultAccess: 'allow', access: { comments: { delete: about } } },
        {
          comments: (it) => ({
            ...it,
            find: (ids, selection, call) => (call.forUpdate === true ? [] : (it.find?.(ids, selection, call) ?? [])),
          }),
        },
        [403, 204],
        ['The deletion deletes resources of type "comments" that the user cannot read: see `access.comments.read`.'],
      ],
      ['comments without `list`', { defaultAccess: 'allow', access: allow }, { comments: noList }, [204, 204], []],
      [
        'comments without `list`, and more than the limit',
        { defaultAccess: 'allow', access: allow, limits: { includedLinkage: 1 } },
        { comments: noList },
        [403, 204],
        [unreadable('1')],
      ],
      [
        'neither `list` nor `related`',
        { defaultAccess: 'allow', access: allow },
        { comments: noList, articles: (it) => ({ ...it, related: undefined as never }) },
        [403, 403],
        [unreadable('1'), unreadable('2')],
      ],
    ],
  )('%s', async (_, options, changed, statuses, rejections) => {
    const opened = open(options, api, changed);
    for (const [index, status] of statuses.entries())
      expect([index, await opened.remove(String(index + 1))]).toEqual([index, status]);
    expect(opened.rejections.filter((it) => it !== undefined)).toEqual(rejections);
  });
});

describe('a read-only relationship that the deletion would change', () => {
  test.each<[string, Parameters<typeof declare>[0], Options, readonly number[]]>([
    ['ratings', { ratings: false }, {}, [204, 403, 204, 204]],
    [
      'ratings with access rules',
      { ratings: false },
      { defaultAccess: 'allow', access: { articles: { delete: yes } } },
      [204, 403, 204, 204],
    ],
    ['ratings that can be created', { ratings: 'create' }, {}, [204, 403, 204, 204]],
    [
      'ratings as an open inverse',
      { ratings: false },
      { uncheckedInverses: { ratings: ['article'] } },
      [204, 204, 204, 204],
    ],
    ['comments, whose inverse relationship is `articles.comments`', { comments: false }, {}, [403, 204, 204, 204]],
    ['notes, which do not have an inverse relationship', { notes: false }, {}, [204, 204, 204, 204]],
  ])('%s', async (_, write, options, statuses) => {
    const { remove } = open(options, declare(write) as typeof api);
    for (const [index, status] of statuses.entries())
      expect([index, await remove(String(index + 1))]).toEqual([index, status]);
  });

  test.each([
    ['stay without the link', {}, [204, 204, 403, 204]],
    ['are deleted', { deletesRecords: true }, [204, 204, 204, 204]],
    ['keep the link', { keptOnDelete: true }, [204, 204, 204, 204]],
  ])('notes, whose source says that they %s', async (_, storage, statuses) => {
    const notes = (it: DataSource): DataSource => ({ ...it, storage: { article: { storedIn: 'record', ...storage } } });
    const { remove } = open({}, declare({ notes: false }) as typeof api, { notes });
    for (const [index, status] of statuses.entries())
      expect([index, await remove(String(index + 1))]).toEqual([index, status]);
  });
});
