/** The sentences of the two pages about access rules that concern hidden resources in links. */

import { expect } from 'vitest';
import { fact, send } from './fact.ts';
import { all, linked, open, patch, separate, serveLinked } from './linked.ts';

const writes = 'guide/access-writes.md';
const reference = 'guide/access-reference.md';
const hidden = (type: string, field: string, shown: string, more: object = {}) => ({
  ...open(),
  [type]: { ...all, read: () => [{ field, values: [shown] }], ...more },
});
const clear = ['PATCH /articles/1/relationships/author', null] as const;
const statusOf = async (options: object, [line, data]: readonly [string, unknown], sources: object = linked()) =>
  (await send(serveLinked(options, sources), line, data)).status;

fact(
  writes,
  'A relationship of a record is an identifier, never an id alone, whatever form the source has.',
  async () => {
    const records: unknown[] = [];
    const update = (_: unknown, { record }: { record: object }) => records.push(record) > 0;
    expect(await statusOf({ access: open({ update }) }, ['PATCH /articles/1', patch])).toBe(200);
    expect(records).toEqual([
      expect.objectContaining({ author: expect.objectContaining({ type: 'people', id: '7' }) }),
    ]);
  },
);
fact(
  writes,
  'If `related` returns more than `limits.includedLinkage` members, the response is 403. Clients can still add and remove single members.',
  async () => {
    const options = { access: hidden('tags', 'id', '1'), limits: { includedLinkage: 1 } };
    const path = '/articles/1/relationships/tags';
    const tag = [{ type: 'tags', id: '1' }];
    expect(await statusOf(options, [`PATCH ${path}`, []], separate())).toBe(403);
    expect(await statusOf({ ...options, limits: {} }, [`PATCH ${path}`, []], separate())).toBe(204);
    for (const method of ['POST', 'DELETE'])
      expect(await statusOf(options, [`${method} ${path}`, tag], separate())).toBe(204);
  },
);
fact(
  writes,
  '| 403 for a to-one relationship that shows null | that it contains a hidden resource, whose rules do not let it go.',
  async () => {
    const access = hidden('people', 'id', '9', {
      updateRelationship: (_: unknown, { id }: { id: string }) => id === '9',
    });
    expect((await send(serveLinked({ access }), 'GET /articles/1/author')).document.data).toBeNull();
    expect(await statusOf({ access }, clear)).toBe(403);
    expect(await statusOf({ access, uncheckedInverses: { people: ['articles'] } }, clear)).toBe(204);
  },
);
fact(
  writes,
  'The `detail` says that references are the reason. It is the same if the user reads them, and is not allowed to change them',
  async () => {
    const deletion = ['DELETE /people/7', undefined] as const;
    const bodies: unknown[] = [];
    for (const articles of [{ read: () => [{ field: 'title', values: ['One'] }] }, { update: () => false }]) {
      const access = open(articles);
      const { status, body, document } = await send(serveLinked({ access }), ...deletion);
      expect([status, document.errors[0].detail]).toEqual([403, expect.stringContaining('reference')]);
      bodies.push(body);
      expect(await statusOf({ access, uncheckedInverses: { articles: ['author'] } }, deletion)).toBe(204);
    }
    expect(bodies[0]).toBe(bodies[1]);
  },
);
fact(reference, 'A to-one relationship is always replaced.', async () => {
  const sources = linked();
  expect(await statusOf({ access: hidden('people', 'id', '9', { link: () => true }) }, clear, sources)).toBe(204);
  expect((await send(serveLinked({}, sources), 'GET /articles/1/author')).document.data).toBeNull();
});
fact(
  reference,
  'Without these methods, the response is 403 if `people` has an `updateRelationship` rule.',
  async () => {
    const whole = linked();
    const withoutAuthor = async (...given: Parameters<typeof whole.articles.find & {}>) =>
      ((await whole.articles.find?.(...given)) ?? []).map((record) => ({ ...record, author: undefined }));
    const articles = { ...whole.articles, related: undefined, find: withoutAuthor };
    const access = {
      ...open(),
      people: { ...all, updateRelationship: (_: unknown, subject: object) => subject !== undefined },
    };
    const adds = ['POST /people/9/relationships/articles', [{ type: 'articles', id: '1' }]] as const;
    expect(await statusOf({ access }, adds)).toBe(204);
    expect(await statusOf({ access }, adds, { ...whole, articles })).toBe(403);
  },
);
fact(
  reference,
  'If the source writes in the background (202), only conditions on the id can decide, and the response is 403 with others.',
  async () => {
    const update = () => ({ accepted: { type: 'tags', id: '1' } });
    const sources = () => ({ ...linked(), articles: { ...linked().articles, update } });
    const by = (field: string, value: string) => ({
      access: open({ fields: () => ({ where: { title: [{ field, values: [value] }] } }) }),
    });
    expect(await statusOf(by('id', '1'), ['PATCH /articles/1', patch], sources())).toBe(202);
    expect(await statusOf(by('author', '7'), ['PATCH /articles/1', patch], sources())).toBe(403);
  },
);
fact(
  'recipes/membership-data.md',
  'rejects the removal of a member with 403, because the user could no longer read the doctor.',
  async () => {
    const access = hidden('articles', 'author', '7');
    const remove = ['DELETE /people/7/relationships/articles', [{ type: 'articles', id: '1' }]] as const;
    expect([
      await statusOf({ access }, remove),
      await statusOf({ access, uncheckedInverses: { articles: ['author'] } }, remove),
    ]).toEqual([403, 204]);
  },
);
