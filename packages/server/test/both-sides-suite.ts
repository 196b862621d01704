/** Requests that change a relationship from its inverse relationship. The rules of both relationships decide: for each kind of data source. */
import { defineApi, errorObject, JsonApiError, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ServerOptions } from '../src/pipeline/server-options.ts';
import type { AccessRules } from '../src/rules/access-rules.ts';

function declare(write: boolean) {
  return defineApi({
    articles: {
      attributes: { title: z.string() },
      relationships: {
        author: toOne('people', { write, inverse: 'articles' }),
        tags: toMany('tags', { write, inverse: 'articles' }),
      },
      clientGeneratedIds: true,
    },
    people: {
      attributes: { name: z.string() },
      relationships: { articles: toMany('articles', { inverse: 'author' }) },
      clientGeneratedIds: true,
    },
    tags: { relationships: { articles: toMany('articles', { inverse: 'tags' }) }, clientGeneratedIds: true },
  });
}

/** The API of the tests. */
export const api = declare(true);
/** The options of its server. */
export type Options = ServerOptions<unknown, typeof api>;

/** A server with sources for an API. */
export interface Opened {
  readonly send: (
    line: string,
    data?: unknown,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into documents of every shape.
  ) => Promise<{ readonly status: number; readonly document: any }>;
  /** All links, as a string. */
  readonly state: () => string;
}

/**
 * Adds the tests for a kind of data source.
 *
 * @param openServer Opens a server. Article 1 is of person 7 (Ada), article 2 of person 9 (Cy), article 3 does not have an
 * author; person 8 (Bo) does not have articles; article 1 has the tag t1, and t2 is free. The titles are one, two, three.
 * @param shown Returns a record of this source as the tests expect it: without the members of to-many relationships.
 */
export function describeBothSides(
  openServer: (declared: typeof api, options: Options) => Opened,
  shown: (record: object) => object = (record) => record,
): void {
  const open = (access: AccessRules<typeof api> | undefined, options: Options = {}, declared = api): Opened =>
    openServer(declared, { ...(access && { access, defaultAccess: 'allow' }), ...options });

  const article = (...ids: readonly string[]) => ids.map((id) => ({ type: 'articles', id }));
  const person = (id: string) => ({ type: 'people', id });
  const rejectArticles = { articles: { update: () => false, updateRelationship: () => false } } as const;

  /** Writes that change `articles.author` from the inverse relationship. */
  const throughPeople: readonly [string, string, unknown][] = [
    ['adding', 'POST /people/9/relationships/articles', article('1')],
    ['adding what does not have an author', 'POST /people/9/relationships/articles', article('3')],
    ['removing', 'DELETE /people/9/relationships/articles', article('2')],
    ['replacing', 'PATCH /people/9/relationships/articles', article('1', '2')],
    ['removing by replacing', 'PATCH /people/9/relationships/articles', []],
    [
      'creating',
      'POST /people',
      { type: 'people', attributes: { name: 'N' }, relationships: { articles: { data: article('3') } } },
    ],
    [
      'creating under an id',
      'POST /people',
      { ...person('new'), attributes: { name: 'N' }, relationships: { articles: { data: article('1', '2') } } },
    ],
    ['updating', 'PATCH /people/8', { ...person('8'), relationships: { articles: { data: article('3') } } }],
    ['updating to none', 'PATCH /people/9', { ...person('9'), relationships: { articles: { data: [] } } }],
    ['deleting', 'DELETE /people/9', undefined],
  ];

  describe('a write through the inverse relationship', () => {
    test.each(throughPeople)(
      '%s: %s is rejected by update and updateRelationship of articles',
      async (_, line, data) => {
        for (const articles of [
          rejectArticles.articles,
          { updateRelationship: () => false },
          { update: () => false },
        ]) {
          const { send, state } = open({ articles });
          const before = state();
          const { status, document } = await send(line, data);
          expect([status, document.errors[0].code, state()]).toEqual([403, 'FORBIDDEN', before]);
        }
      },
    );

    test.each(throughPeople)('%s: %s is rejected by write: false of articles.author', async (_, line, data) => {
      for (const access of [undefined, {}, { people: { delete: () => true } }]) {
        const { send, state } = open(access, {}, declare(false) as unknown as typeof api);
        const before = state();
        expect([(await send(line, data)).status, state()]).toEqual([403, before]);
      }
    });

    test.each(throughPeople)(
      '%s: %s is allowed where both relationships allow it, and by uncheckedInverses',
      async (_, line, data) => {
        const wanted = open(undefined);
        const uncheckedInverses = { articles: ['author', 'tags'] } as const;
        const yes = {
          articles: { update: () => true, updateRelationship: () => true },
          people: { updateRelationship: () => true },
        };
        expect((await wanted.send(line, data)).status).toBeLessThan(300);
        for (const { send, state } of [
          open(yes),
          open(rejectArticles, { uncheckedInverses }),
          open({ articles: { fields: () => ['title'], updateRelationship: () => false } }, { uncheckedInverses }),
          open(undefined, { uncheckedInverses }, declare(false) as unknown as typeof api),
        ]) {
          expect((await send(line, data)).status).toBeLessThan(300);
          expect(state().replaceAll(/"author_id":"[\w-]{36}"/g, '"author_id":"made"')).toBe(
            wanted.state().replaceAll(/"author_id":"[\w-]{36}"/g, '"author_id":"made"'),
          );
        }
      },
    );

    test.each(throughPeople)('%s: %s is rejected where the user cannot read articles.author', async (_, line, data) => {
      const { send, state } = open({ articles: { fields: () => ['title', 'tags'] } });
      const before = state();
      expect([(await send(line, data)).status, state()]).toEqual([403, before]);
    });

    test('with defaultAccess: deny, articles must allow it', async () => {
      const all = {
        read: () => true,
        create: () => true,
        update: () => true,
        delete: () => true,
        updateRelationship: () => true,
      };
      const access = { people: all, articles: { read: () => true } };
      const { send, state } = open(access, { defaultAccess: 'deny' });
      const before = state();
      for (const [, line, data] of throughPeople) expect([line, (await send(line, data)).status]).toEqual([line, 403]);
      expect(state()).toBe(before);
    });

    test('a join table has two sides, too', async () => {
      const { send, state } = open({ articles: { updateRelationship: () => false, update: () => false } });
      const before = state();
      expect((await send('POST /tags/t2/relationships/articles', article('1'))).status).toBe(403);
      expect((await send('DELETE /tags/t1/relationships/articles', article('1'))).status).toBe(403);
      expect((await send('PATCH /tags/t1/relationships/articles', [])).status).toBe(403);
      expect((await send('PATCH /tags/t1/relationships/articles', article('1'))).status).toBe(204);
      expect(state()).toBe(before);
    });
  });

  describe('a write of the foreign key', () => {
    const lines: readonly [string, unknown][] = [
      ['PATCH /articles/1/relationships/author', person('9')],
      ['PATCH /articles/3/relationships/author', person('9')],
      ['PATCH /articles/2/relationships/author', null],
      ['PATCH /articles/1', { ...article('1')[0], relationships: { author: { data: person('9') } } }],
      [
        'POST /articles',
        { type: 'articles', attributes: { title: 'x' }, relationships: { author: { data: person('9') } } },
      ],
    ];
    test.each(lines)(
      '%s is rejected by updateRelationship of people, or by update if there is no updateRelationship',
      async (line, data) => {
        for (const people of [{ updateRelationship: () => false }, { update: () => false }]) {
          const { send, state } = open({ people });
          const before = state();
          expect([(await send(line, data)).status, state()]).toEqual([403, before]);
        }
        const both = { update: () => false, updateRelationship: () => true };
        expect((await open({ people: both }).send(line, data)).status).toBeLessThan(300);
      },
    );
  });

  describe('rules receive the change of the inverse relationship', () => {
    const told = async (line: string, data?: unknown) => {
      const heard: unknown[] = [];
      const hear =
        (name: string, answer: (subject: object) => boolean = () => true) =>
        (_: unknown, { call, record, ...subject }: { readonly call: object; readonly record?: object | undefined }) => {
          heard.push([name, record && shown(record), JSON.parse(JSON.stringify(subject))]);
          return answer(subject);
        };
      const access = {
        articles: { update: hear('update articles'), updateRelationship: hear('updateRelationship articles') },
        people: { updateRelationship: hear('updateRelationship people') },
      };
      const { status } = await open(access).send(line, data);
      return { status, heard };
    };

    test('for the member that moves, and for the owner that loses it', async () => {
      const { status, heard } = await told('POST /people/9/relationships/articles', article('1', '2'));
      const one = { id: '1', title: 'one', author: person('7') };
      const nine = person('9');
      expect([status, ...heard]).toEqual([
        204,
        [
          'updateRelationship people',
          { id: '9', name: 'Cy' },
          { id: '9', relationship: 'articles', change: { add: article('1', '2') }, identifiers: article('1', '2') },
        ],
        [
          'update articles',
          one,
          { id: '1', input: { ...article('1')[0], attributes: {}, relationships: { author: nine } } },
        ],
        [
          'updateRelationship articles',
          one,
          { id: '1', relationship: 'author', change: { replace: nine }, identifiers: [nine] },
        ],
        [
          'updateRelationship people',
          { id: '7', name: 'Ada' },
          { id: '7', relationship: 'articles', change: { remove: article('1') }, identifiers: article('1') },
        ],
      ]);
    });

    test('for a new resource with its new id', async () => {
      const data = { type: 'people', attributes: { name: 'N' }, relationships: { articles: { data: article('3') } } };
      const { heard } = await told('POST /people', data);
      expect(heard.at(-1)).toEqual([
        'updateRelationship articles',
        { id: '3', title: 'three', author: null },
        {
          id: '3',
          relationship: 'author',
          change: { replace: person(expect.stringMatching(/^(?:4|[\da-f-]{36})$/)) },
          identifiers: [person(expect.any(String))],
        },
      ]);
    });

    test('once for each changed member, and not for unchanged members', async () => {
      expect((await told('PATCH /people/9/relationships/articles', article('2'))).heard).toHaveLength(1);
      expect((await told('DELETE /people/9/relationships/articles', article('1', '3'))).heard).toHaveLength(1);
      expect((await told('DELETE /people/8')).heard).toEqual([]);
      expect((await told('PATCH /articles/1/relationships/author', person('7'))).heard).toHaveLength(1);
    });
  });

  describe('hidden resources', () => {
    const access: AccessRules<typeof api> = { articles: { read: () => [{ field: 'id', values: ['1', '3'] }] } };

    test('a hidden member is neither removed nor replaced', async () => {
      for (const line of ['DELETE /people/9/relationships/articles', 'PATCH /people/9/relationships/articles']) {
        const { send, state } = open(access);
        const before = state();
        expect((await send(line, line.startsWith('DELETE') ? article('2') : [])).status).toBe(204);
        expect(state()).toBe(before);
      }
    });

    test('a hidden member cannot be added: 404 as for a missing one', async () => {
      const { send } = open(access);
      const answers = [];
      for (const id of ['2', 'nope']) answers.push(await send('POST /people/8/relationships/articles', article(id)));
      // Each answer names the id that its request named.
      const [hidden, missing] = answers.map(({ document }, index) =>
        JSON.stringify(document).replace(`"${['2', 'nope'][index]}"`.replaceAll('"', '\\"'), 'ID'),
      );
      expect([answers[0]?.status, hidden]).toEqual([404, missing]);
      expect(missing).toContain('ID');
    });

    test('a resource with links from hidden resources cannot be deleted', async () => {
      const { send, state } = open(access);
      const before = state();
      expect([(await send('DELETE /people/9')).status, state()]).toEqual([403, before]);
      expect((await send('DELETE /people/7')).status).toBe(204);
      const opened = open(access, { uncheckedInverses: { articles: ['author'] } });
      expect((await opened.send('DELETE /people/9')).status).toBe(204);
    });
  });

  describe('a write that moves a resource of the inverse relationship out of the `read` rule', () => {
    /** Everything that person 7 wrote: `articles.author` decides which articles the user can read. */
    const ofAda: AccessRules<typeof api> = { articles: { read: () => [{ field: 'author', values: ['7'] }] } };
    /** The people with article 1: `people.articles`, which stores nothing, decides which people the user can read. */
    const withFirst: AccessRules<typeof api> = { people: { read: () => [{ field: 'articles', values: ['1'] }] } };
    const orBo: AccessRules<typeof api> = {
      people: {
        read: () => [
          {
            or: [
              { field: 'articles', values: ['1'] },
              { field: 'id', values: ['8'] },
            ],
          },
        ],
      },
    };
    const tagged: AccessRules<typeof api> = { articles: { read: () => [{ field: 'tags', values: ['t1'] }] } };
    const created = (data: unknown) => ({
      type: 'people',
      attributes: { name: 'N' },
      relationships: { articles: { data } },
    });
    const cases: readonly [string, AccessRules<typeof api>, string, unknown][] = [
      [
        'the write of the stored side',
        ofAda,
        'PATCH /articles/1',
        { ...article('1')[0], relationships: { author: { data: person('8') } } },
      ],
      ['adding', ofAda, 'POST /people/8/relationships/articles', article('1')],
      ['removing', ofAda, 'DELETE /people/7/relationships/articles', article('1')],
      ['replacing', ofAda, 'PATCH /people/7/relationships/articles', []],
      ['updating', ofAda, 'PATCH /people/8', { ...person('8'), relationships: { articles: { data: article('1') } } }],
      ['creating', ofAda, 'POST /people', created(article('1'))],
      ['creating under an id', ofAda, 'POST /people', { ...created(article('1')), id: 'new' }],
      ['removing from a join table', tagged, 'DELETE /tags/t1/relationships/articles', article('1')],
      ['moving the foreign key', withFirst, 'PATCH /articles/1/relationships/author', null],
      ['displacing the owner', orBo, 'POST /people/8/relationships/articles', article('1')],
    ];
    test.each(cases)('%s is rejected', async (_, access, line, data) => {
      const { send, state } = open(access);
      const before = state();
      expect([(await send(line, data)).status, state()]).toEqual([403, before]);
    });

    test('a write that keeps what the user can read is allowed', async () => {
      const both: AccessRules<typeof api> = { articles: { read: () => [{ field: 'author', values: ['7', '8'] }] } };
      expect((await open(both).send('POST /people/8/relationships/articles', article('1'))).status).toBe(204);
      expect((await open(withFirst).send('PATCH /articles/2/relationships/author', null)).status).toBe(204);
      const opened = open(ofAda, { uncheckedInverses: { articles: ['author', 'tags'] } });
      expect((await opened.send('POST /people/8/relationships/articles', article('1'))).status).toBe(204);
    });
  });

  describe('hooks `updateRelationship` of resources whose links change', () => {
    type Heard = readonly [name: string, subject: unknown];
    const listening = (heard: Heard[]) => {
      const hear =
        (name: string) =>
        ({
          call,
          writes: _,
          context,
          record,
          ...subject
        }: {
          readonly call?: object;
          readonly writes?: object;
          context?: unknown;
          readonly record: object;
        }) =>
          void heard.push([name, [shown(record), JSON.parse(JSON.stringify(subject))]]);
      const updateRelationship = (type: string) =>
        ({ before: hear(`before ${type}`), after: hear(`after ${type}`) }) as never;
      return {
        articles: { updateRelationship: updateRelationship('articles') },
        people: { updateRelationship: updateRelationship('people') },
      };
    };
    const rejecting = {
      before() {
        throw new JsonApiError(
          errorObject('VALUE_REJECTED', 'The article is closed.', { source: { pointer: '/data/attributes/title' } }),
        );
      },
    };
    const links = throughPeople.filter(([, line]) => line !== 'DELETE /people/9');

    test.each(links)('%s: %s is rejected by `before` of articles, at its place', async (_, line, data) => {
      for (const access of [undefined, {}]) {
        const { send, state } = open(access, { hooks: { articles: { updateRelationship: rejecting } } });
        const before = state();
        const { status, document } = await send(line, data);
        const pointer = line.includes('relationships') ? '/data' : '/data/relationships/articles';
        expect([status, document.errors[0].source, state()]).toEqual([422, { pointer }, before]);
      }
      const uncheckedInverses = { articles: ['author'] } as const;
      const opened = open(undefined, { hooks: { articles: { updateRelationship: rejecting } }, uncheckedInverses });
      expect((await opened.send(line, data)).status).toBeLessThan(300);
    });

    test('a deletion calls only the hooks of the resource that it names', async () => {
      const { send } = open(undefined, { hooks: { articles: { updateRelationship: rejecting } } });
      expect((await send('DELETE /people/9')).status).toBe(204);
    });

    test('a change of a join table calls those of the inverse relationship, too', async () => {
      const { send } = open(undefined, { hooks: { articles: { updateRelationship: rejecting } } });
      expect((await send('POST /tags/t2/relationships/articles', article('1'))).status).toBe(422);
      expect((await send('POST /tags/t1/relationships/articles', article('1'))).status).toBe(204);
    });

    test('they receive each resource, the change of its links, and the relationship of the request', async () => {
      const heard: Heard[] = [];
      const { send } = open(undefined, { hooks: listening(heard) });
      expect((await send('POST /people/9/relationships/articles', article('1', '2'))).status).toBe(204);
      const inverse = { ...person('9'), relationship: 'articles' };
      const calls = (when: string): readonly unknown[] => [
        [
          `${when} people`,
          [
            { id: '9', name: 'Cy' },
            { id: '9', relationship: 'articles', change: { add: article('1', '2') } },
          ],
        ],
        [
          `${when} articles`,
          [
            { id: '1', title: 'one', author: person('7') },
            { id: '1', relationship: 'author', change: { replace: person('9') }, inverse },
          ],
        ],
        [
          `${when} people`,
          [
            { id: '7', name: 'Ada' },
            { id: '7', relationship: 'articles', change: { remove: article('1') }, inverse },
          ],
        ],
      ];
      expect(heard).toEqual([...calls('before'), ...calls('after')]);
    });

    test('for a new resource, they receive its new id', async () => {
      const heard: Heard[] = [];
      const { send } = open(undefined, { hooks: listening(heard) });
      const data = { type: 'people', attributes: { name: 'N' }, relationships: { articles: { data: article('3') } } };
      const { document } = await send('POST /people', data);
      const change = { replace: person(document.data.id) };
      const inverse = { ...person(document.data.id), relationship: 'articles' };
      const call = [
        { id: '3', title: 'three', author: null },
        { id: '3', relationship: 'author', change, inverse },
      ];
      expect(heard).toEqual([
        ['before articles', call],
        ['after articles', call],
      ]);
    });

    test('`before` cannot replace the change, because it follows from another one', async () => {
      const reported: unknown[] = [];
      const before = () => ({ replace: null });
      const hooks = { articles: { updateRelationship: { before } } } as unknown as Options['hooks'];
      const { send, state } = open(undefined, { hooks, onError: (error) => void reported.push(String(error)) });
      const stored = state();
      expect((await send('POST /people/9/relationships/articles', article('1'))).status).toBe(500);
      expect(state()).toBe(stored);
      expect(reported).toEqual([
        expect.stringContaining('hooks.articles.updateRelationship.before cannot replace the change'),
      ]);
    });

    test('they receive the links that `before` of the write itself has put in place of those of the request', async () => {
      const heard: Heard[] = [];
      const update = {
        before: ({ input }: { readonly input: object }) => ({
          ...input,
          relationships: { articles: article('3') },
        }),
      };
      const hooks = listening(heard);
      const { send } = open(undefined, { hooks: { ...hooks, people: { update } } as unknown as Options['hooks'] });
      const data = { ...person('8'), relationships: { articles: { data: article('1') } } };
      expect((await send('PATCH /people/8', data)).status).toBe(200);
      const change = { replace: person('8') };
      const inverse = { ...person('8'), relationship: 'articles' };
      const call = [
        { id: '3', title: 'three', author: null },
        { id: '3', relationship: 'author', change, inverse },
      ];
      expect(heard).toEqual([
        ['before articles', call],
        ['after articles', call],
      ]);
    });

    test('they are not called for members that stay', async () => {
      const heard: Heard[] = [];
      const { send } = open(undefined, { hooks: listening(heard) });
      await send('PATCH /people/9/relationships/articles', article('2'));
      await send('PATCH /articles/1/relationships/author', person('7'));
      expect(heard.map(([name]) => name)).toEqual([
        'before people',
        'after people',
        'before articles',
        'after articles',
      ]);
    });
  });

  describe('requireIfMatch of articles', () => {
    const options: Options = { requireIfMatch: ['articles'] };
    const links = throughPeople.filter(([, line]) => line !== 'DELETE /people/9');

    test.each(links)(
      '%s: %s is 403, because a request compares only the resource of its URL',
      async (_, line, data) => {
        for (const access of [undefined, {}]) {
          const { send, state } = open(access, options);
          const before = state();
          const { status, document } = await send(line, data, { 'if-match': '*' });
          const isCreation = line === 'POST /people';
          expect([isCreation || status, state()]).toEqual([isCreation || 403, before]);
          if (!isCreation) expect(document.errors[0].detail).toContain('`articles.author` contains the same links');
        }
        const opened = open(undefined, { ...options, uncheckedInverses: { articles: ['author'] } });
        expect((await opened.send(line, data)).status).toBeLessThan(300);
      },
    );

    test('a creation with such links is 403', async () => {
      const { send, state } = open(undefined, options);
      const before = state();
      const data = { type: 'people', attributes: { name: 'N' }, relationships: { articles: { data: article('3') } } };
      const { status, document } = await send('POST /people', data);
      expect([status, document.errors[0].code, state()]).toEqual([403, 'FIELD_READ_ONLY', before]);
    });

    test('the error does not name a side that the user cannot see', async () => {
      const { send } = open({ articles: { fields: () => ['title'] } }, options);
      const { status, document } = await send('POST /people/9/relationships/articles', article('1'));
      expect([status, document.errors[0].detail]).toEqual([403, 'The relationship `articles` is read-only.']);
    });

    test('the links are written where they are stored, and those of a join table through both relationships', async () => {
      const { send } = open(undefined, options);
      const { status } = await send('PATCH /articles/1/relationships/author', person('9'), { 'if-match': '*' });
      expect([status, (await send('PATCH /articles/1/relationships/author', person('7'))).status]).toEqual([204, 428]);
      expect((await send('POST /tags/t2/relationships/articles', article('1'))).status).toBe(204);
      expect((await send('DELETE /people/9')).status).toBe(204);
    });
  });

  test('uncheckedInverses takes relationships only', () => {
    expect(() => open(undefined, { uncheckedInverses: { articles: ['title' as never] } })).toThrow('"articles.title"');
  });
}
