import { fieldOf } from '@linkage/core/records';
import { describe, expect, test } from 'vitest';
import { api, describeBothSides } from '../../test/both-sides-suite.ts';
import type { AnyDocument } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';

interface Linked {
  readonly id: string;
}

interface Article extends Linked {
  readonly relationships: {
    readonly author: { readonly data: Linked | null };
    readonly tags: { readonly data: readonly Linked[] };
  };
}

/** One line for each article: its id, its author, and its tags. */
const linksOf = (rows: readonly (readonly [id: string, author: string | null, tags: readonly string[]])[]): string =>
  JSON.stringify(rows.map(([id, author, tags]) => [id, { author_id: author }, tags]));

describeBothSides(
  (declared, options) => {
    const sources = createMemorySources(declared, {
      articles: [
        { id: '1', title: 'one', author: '7', tags: ['t1'] },
        { id: '2', title: 'two', author: '9', tags: [] },
        { id: '3', title: 'three', author: null, tags: [] },
      ],
      people: [
        { id: '7', name: 'Ada', articles: ['1'] },
        { id: '8', name: 'Bo', articles: [] },
        { id: '9', name: 'Cy', articles: ['2'] },
      ],
      tags: [
        { id: 't1', articles: ['1'] },
        { id: 't2', articles: [] },
      ],
    });
    const server = createServer(declared, sources, options);
    const unguarded = createServer(declared, sources);
    let state = linksOf([
      ['1', '7', ['t1']],
      ['2', '9', []],
      ['3', null, []],
    ]);
    const readState = async (): Promise<void> => {
      const { body } = await unguarded.handle({ method: 'GET', url: '/articles?sort=id', headers: {} });
      const articles: readonly Article[] = JSON.parse(String(body)).data;
      state = linksOf(
        articles.map(({ id, relationships: { author, tags } }) => [
          id,
          author.data?.id ?? null,
          tags.data.map((it) => it.id),
        ]),
      );
    };
    return {
      state: () => state,
      async send(line, data, headers = {}) {
        const [method = '', url = ''] = line.split(' ');
        const body = data === undefined ? undefined : JSON.stringify({ data });
        const type = { 'content-type': 'application/vnd.api+json' };
        const { status, body: text } = await server.handle({ method, url, headers: { ...type, ...headers }, body });
        await readState();
        return { status, document: text === undefined ? undefined : JSON.parse(String(text)) };
      },
    };
  },
  (record) => {
    const { id, title, name } = record as { readonly id: string; readonly title?: string; readonly name?: string };
    return title === undefined ? { id, name } : { id, title, author: fieldOf(record, 'author') };
  },
);

describe('hooks of the inverse relationship', () => {
  const noting = () => {
    const notes: string[] = [];
    const updateRelationship = {
      before: () => void notes.push('before'),
      after: () => void notes.push('after'),
      afterCommit: () => void notes.push('committed'),
    };
    return { notes, hooks: { articles: { updateRelationship } } };
  };
  const records = {
    articles: [{ id: '1', title: 'one', author: '7', tags: [] }],
    people: [
      { id: '7', name: 'Ada', articles: ['1'] },
      { id: '8', name: 'Bo', articles: [] },
    ],
    tags: [],
  };
  const body = JSON.stringify({ data: [{ type: 'articles', id: '1' }] });
  const headers = { 'content-type': 'application/vnd.api+json' };

  test('`afterCommit` runs once, also if the source repeats the transaction', async () => {
    const { notes, hooks } = noting();
    const sources = createMemorySources(api, records);
    const { transaction }: AnyDocument = sources.people;
    const twice = async (run: AnyDocument, call: object) => {
      await transaction(async (inner: object) => {
        await run(inner);
        throw new Error('conflict');
      }, call).catch(() => undefined);
      return transaction(run, call);
    };
    const server = createServer(api, { ...sources, people: { ...sources.people, transaction: twice } } as never, {
      hooks,
    });
    const url = '/people/8/relationships/articles';
    expect((await server.handle({ method: 'POST', url, headers, body })).status).toBe(204);
    await expect.poll(() => notes).toEqual(['before', 'after', 'before', 'after', 'committed']);
  });

  test('a creation that continues in the background calls neither `after` nor `afterCommit`', async () => {
    const { notes, hooks } = noting();
    const sources = createMemorySources(api, records);
    const people = {
      ...sources.people,
      create: () => ({ accepted: { type: 'people', id: '8' } }),
      job: () => ({ retryAfter: 1 }),
    };
    const server = createServer(api, { ...sources, people } as never, { hooks });
    const data = {
      type: 'people',
      id: 'new',
      attributes: { name: 'N' },
      relationships: { articles: { data: [{ type: 'articles', id: '1' }] } },
    };
    const asked = { method: 'POST', url: '/people', headers, body: JSON.stringify({ data }) };
    expect([(await server.handle(asked)).status, notes]).toEqual([202, ['before']]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(notes).toEqual(['before']);
  });
});

test('hooks of the inverse relationship run again with a repeated transaction, and their `afterCommit` once', async () => {
  const sources = createMemorySources(api, {
    articles: [{ id: '1', title: 'one', author: '7', tags: [] }],
    people: [
      { id: '7', name: 'Ada', articles: ['1'] },
      { id: '9', name: 'Cy', articles: [] },
    ],
    tags: [],
  });
  const { transaction } = sources.people as Required<NonNullable<typeof sources.people>>;
  const twice: typeof transaction = async (run, call) => {
    await transaction(async (inner) => {
      await run(inner as never);
      throw new Error('conflict');
    }, call).catch(() => undefined);
    return transaction(run, call);
  };
  const heard: string[] = [];
  const hear = (name: string) => () => void heard.push(name);
  const updateRelationship = { before: hear('before'), after: hear('after'), afterCommit: hear('committed') };
  const options = { hooks: { articles: { updateRelationship } } } as never;
  const server = createServer(api, { ...sources, people: { ...sources.people, transaction: twice } } as never, options);
  const body = JSON.stringify({ data: [{ type: 'articles', id: '1' }] });
  const headers = { 'content-type': 'application/vnd.api+json' };
  const url = '/people/9/relationships/articles';
  expect((await server.handle({ method: 'POST', url, headers, body })).status).toBe(204);
  expect(heard).toEqual(['before', 'after', 'before', 'after', 'committed']);
});
