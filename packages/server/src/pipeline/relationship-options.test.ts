/** Options of relationships in all requests: what clients cannot read, what they must request, and what must have members. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../test/atomic-request.ts';
import { identities, send } from '../../test/support.ts';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import { createServer } from './create-server.ts';

const api = defineApi({
  papers: {
    attributes: {
      title: z.string(),
      reviewed: attribute(z.boolean(), { needs: ['reviewers'], compute: ({ reviewers }) => reviewers.length > 0 }),
    },
    relationships: {
      reviewers: toMany('people', { read: false }),
      editor: toOne('people', { read: false }),
      citations: toMany('papers', { onDemand: true }),
      authors: toMany('people', { required: true, inverse: 'papers' }),
    },
  },
  people: { attributes: { name: z.string() }, relationships: { papers: toMany('papers') } },
});

function open() {
  const sources = createMemorySources(api, {
    papers: [
      { id: '1', title: 'One', authors: ['7', '8'], citations: ['2'], reviewers: ['9'], editor: '9' },
      { id: '2', title: 'Two', authors: ['7'], citations: [], reviewers: [], editor: null },
    ],
    people: ['7', '8', '9'].map((id) => ({ id, name: `Person ${id}` })),
  });
  return { sources, server: createServer(api, sources, { extensions: [atomicOperations()] }) };
}

const people = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'people', id })) });
const namesOf = (resource: { readonly relationships?: object }) => Object.keys(resource.relationships ?? {});

describe('a relationship that clients cannot read', () => {
  test('is not part of documents, and its links are not', async () => {
    const { server } = open();
    for (const url of ['/papers/1', '/papers', '/people/7/papers', '/people/7?include=papers']) {
      const { document } = await send(server, `GET ${url}`);
      expect(JSON.stringify(document)).not.toMatch(/reviewers|editor|"9"/);
    }
  });

  test('can be read by a computed attribute', async () => {
    const { document } = await send(open().server, 'GET /papers?fields[papers]=reviewed');
    expect(document.data.map((paper: { attributes: object }) => paper.attributes)).toEqual([
      { reviewed: true },
      { reviewed: false },
    ]);
  });

  test.each([
    ['GET /papers/1/reviewers', 404, 'NOT_FOUND'],
    ['GET /papers/1/relationships/editor', 404, 'NOT_FOUND'],
    ['PATCH /papers/1/relationships/editor', 404, 'NOT_FOUND'],
    ['POST /papers/1/relationships/reviewers', 404, 'NOT_FOUND'],
    ['GET /papers?include=reviewers', 400, 'RELATIONSHIP_PATH_UNKNOWN include'],
    ['GET /papers?fields[papers]=reviewers', 400, 'FIELD_UNKNOWN fields[papers]'],
    ['GET /papers?filter[reviewers]=9', 400, 'FILTER_NOT_SUPPORTED filter[reviewers]'],
    ['GET /papers?sort=editor.name', 400, 'SORT_NOT_SUPPORTED sort'],
  ])('%s: %i', async (line, status, problem) => {
    const isWrite = !line.startsWith('GET');
    const answer = await send(open().server, line, isWrite ? { data: line.startsWith('POST') ? [] : null } : undefined);
    expect([answer.status, ...answer.problems]).toEqual([status, problem]);
  });

  test('can be set by requests that create and update the resource', async () => {
    const { server, sources } = open();
    const relationships = {
      authors: people('7'),
      reviewers: people('8'),
      editor: { data: { type: 'people', id: '8' } },
    };
    const created = await send(server, 'POST /papers', {
      data: { type: 'papers', attributes: { title: 'N' }, relationships },
    });
    expect([created.status, namesOf(created.document.data)]).toEqual([201, ['authors']]);
    const changes = { data: { type: 'papers', id: '1', relationships: { reviewers: people('7') } } };
    expect(namesOf((await send(server, 'PATCH /papers/1', changes)).document.data)).toEqual(['authors']);
    const selection = { attributes: new Set<never>(), relationships: new Set(['reviewers', 'editor'] as const) };
    const found = await sources.papers?.find?.(['1', created.document.data.id], selection, {} as never);
    expect(found).toMatchObject([
      { reviewers: [{ id: '7' }], editor: { id: '9' } },
      { reviewers: [{ id: '8' }], editor: { id: '8' } },
    ]);
  });

  test('is not a target of an operation', async () => {
    const operation = { op: 'update', ref: { type: 'papers', id: '1', relationship: 'editor' }, data: null };
    const { status, problems } = await operate(open().server, [operation]);
    expect([status, ...problems]).toEqual([404, 'NOT_FOUND /atomic:operations/0/ref/relationship']);
  });
});

describe('a relationship on request', () => {
  test.each<[string, readonly string[], readonly string[] | undefined]>([
    ['/papers/1', ['authors'], undefined],
    ['/papers/1?fields[papers]=citations', ['citations'], undefined],
    // Otherwise, no linkage would lead to the included resource.
    ['/papers/1?include=citations', ['citations', 'authors'], ['papers 2']],
    ['/papers/1?include=citations.authors', ['citations', 'authors'], ['papers 2', 'people 7']],
    ['/papers/1?include=authors', ['authors'], ['people 7', 'people 8']],
    ['/papers/1?include=citations&fields[papers]=title', [], ['papers 2']],
  ])('%s shows %j', async (url, names, included) => {
    const { document } = await send(open().server, `GET ${url}`);
    expect(namesOf(document.data)).toEqual(names);
    expect(document.included && identities(document.included)).toEqual(included);
  });

  test('has URLs', async () => {
    const { server } = open();
    expect(identities((await send(server, 'GET /papers/1/citations')).document.data)).toEqual(['papers 2']);
    expect(identities((await send(server, 'GET /papers/1/relationships/citations')).document.data)).toEqual([
      'papers 2',
    ]);
  });
});

describe('a required to-many relationship', () => {
  const paper = (relationships?: object, id?: string) => ({
    data: {
      type: 'papers',
      ...(id === undefined ? { attributes: { title: 'N' } } : { id }),
      ...(relationships && { relationships }),
    },
  });
  const authors = '/papers/2/relationships/authors';

  test.each<[string, object, number, readonly string[]]>([
    ['POST /papers', paper(), 422, ['RELATIONSHIP_REQUIRED /data']],
    ['POST /papers', paper({ reviewers: people() }), 422, ['RELATIONSHIP_REQUIRED /data/relationships']],
    ['POST /papers', paper({ authors: people() }), 422, ['RELATIONSHIP_REQUIRED /data/relationships/authors/data']],
    [
      'PATCH /papers/2',
      paper({ authors: people() }, '2'),
      422,
      ['RELATIONSHIP_REQUIRED /data/relationships/authors/data'],
    ],
    [`PATCH ${authors}`, people(), 422, ['RELATIONSHIP_REQUIRED /data']],
    // RUP-06 A request that removes members succeeds, or fails with 403.
    [`DELETE ${authors}`, people('7'), 403, ['LAST_MEMBER_REQUIRED /data']],
    [`DELETE ${authors}`, people('9', '7'), 403, ['LAST_MEMBER_REQUIRED /data']],
    // RUP-07, RUP-15
    [`DELETE ${authors}`, people('9'), 204, []],
    [`DELETE ${authors}`, people(), 204, []],
    [`POST ${authors}`, people(), 204, []],
    ['DELETE /papers/1/relationships/authors', people('7'), 204, []],
    ['DELETE /people/7', {}, 409, ['CONSTRAINT_VIOLATED']],
    ['DELETE /people/8', {}, 204, []],
    ['PATCH /people/7/relationships/papers', { data: [{ type: 'papers', id: '1' }] }, 409, ['CONSTRAINT_VIOLATED']],
    ['PATCH /people/7/relationships/papers', { data: [{ type: 'papers', id: '2' }] }, 204, []],
  ])('%s %j: %i', async (line, body, status, problems) => {
    const { server } = open();
    const answer = await send(server, line, Object.keys(body).length === 0 ? undefined : body);
    expect([answer.status, ...answer.problems]).toEqual([status, ...problems]);
    for (const id of ['1', '2'])
      expect((await send(server, `GET /papers/${id}/relationships/authors`)).document.data).not.toEqual([]);
  });

  test.each([
    ['update', [], 'RELATIONSHIP_REQUIRED'],
    ['remove', people('7').data, 'LAST_MEMBER_REQUIRED'],
  ])('is kept by the operation %s', async (op, data, code) => {
    const operation = { op, ref: { type: 'papers', id: '2', relationship: 'authors' }, data };
    expect((await operate(open().server, [operation])).problems).toEqual([`${code} /atomic:operations/0/data`]);
  });

  describe.each([
    ['its record contains, of a source without `related`', true, false, [403, 204, 403, 204]],
    ['only `related` returns', false, true, [403, 204, 403, 204]],
    // The source cannot say whether a member is left.
    ['nothing returns', false, false, [403, 403, 403, 403]],
  ] as const)('with members that %s', (_, isCarried, hasRelated, statuses) => {
    test.each([
      ['2', ['7'], statuses[0]],
      ['1', ['7'], statuses[1]],
      ['1', ['7', '8', '9'], statuses[2]],
      ['2', ['9'], statuses[3]],
      ['2', [], 204],
    ] as const)('paper %s loses %j: %i', async (id, removed, status) => {
      const { sources } = open();
      const { related, ...papers } = sources.papers as DataSource;
      const find: DataSource['find'] = async (...given) =>
        ((await papers.find?.(...given)) ?? []).map((record) =>
          isCarried ? record : { ...record, authors: undefined },
        );
      const updateRelationship: DataSource['updateRelationship'] = async () => true;
      const server = createServer(api, {
        ...sources,
        papers: { ...papers, find, updateRelationship, ...(hasRelated ? { related } : {}) } as never,
      });
      const { status: answered } = await send(server, `DELETE /papers/${id}/relationships/authors`, people(...removed));
      expect(answered).toBe(status);
    });
  });

  test.each([
    ['carry it', undefined],
    ['do not carry it', { authors: undefined }],
  ])('of a resource that does not exist is not changed: its records %s', async (_, changed) => {
    const { sources } = open();
    const papers = sources.papers as DataSource;
    const find: DataSource['find'] = async (...given) =>
      ((await papers.find?.(...given)) ?? []).map((record) => ({ ...record, ...changed }));
    const server = createServer(api, { ...sources, papers: { ...papers, find } as never });
    const answer = await send(server, 'DELETE /papers/99/relationships/authors', people('7'));
    expect([answer.status, ...answer.problems]).toEqual([404, 'NOT_FOUND']);
  });

  test('of a resource that another request deletes meanwhile is not changed', async () => {
    const { sources } = open();
    const papers = sources.papers as DataSource;
    let found = false;
    const find: DataSource['find'] = async (...given) => {
      const records = found ? [] : ((await papers.find?.(...given)) ?? []);
      found = true;
      return records;
    };
    const updateRelationship: DataSource['updateRelationship'] = async () => false;
    const server = createServer(api, { ...sources, papers: { ...papers, find, updateRelationship } as never });
    const answer = await send(server, 'DELETE /papers/1/relationships/authors', people('7'));
    expect([answer.status, ...answer.problems]).toEqual([404, 'NOT_FOUND']);
  });

  test('with no member can stay without one', async () => {
    const { sources } = open();
    const find: DataSource['find'] = async () => [{ id: '1', title: 'One', authors: [] }];
    const papers = { ...(sources.papers as DataSource), find };
    const server = createServer(api, { ...sources, papers: papers as never });
    expect((await send(server, 'DELETE /papers/1/relationships/authors', people('9'))).status).toBe(204);
  });

  test('counts only members that the user can read, so that a response reveals no others', async () => {
    const { sources } = open();
    const access = { people: { read: () => [{ field: 'name' as const, values: ['Person 7'] }] } };
    const server = createServer(api, sources, { defaultAccess: 'allow', access });
    const remove = (id: string) => send(server, `DELETE /papers/${id}/relationships/authors`, people('7'));
    expect([(await remove('1')).problems, (await remove('2')).problems]).toEqual([
      ['LAST_MEMBER_REQUIRED /data'],
      ['LAST_MEMBER_REQUIRED /data'],
    ]);
  });
});
