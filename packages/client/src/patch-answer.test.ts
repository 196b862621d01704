import { describe, expect, test } from 'vitest';
import { reply, scripted } from '../test/replies.ts';
import type { Answer } from './answer.ts';
import { patchAnswer } from './patch-answer.ts';
import { saveAnswer } from './save-answer.ts';

const people = {
  data: [
    {
      type: 'people',
      id: '9',
      attributes: { name: 'Dan' },
      relationships: { friend: { data: { type: 'people', id: '8' } } },
    },
    { type: 'people', id: '7', attributes: { name: 'Ann' } },
  ],
  included: [{ type: 'people', id: '8', attributes: { name: 'Eve' }, links: { self: '/8' } }],
  links: { next: '?page=2' },
};
const { client } = scripted([() => reply(people)]);

test.each<[unknown, unknown, string]>([
  [null, [], '`answer` must be an object, but it is null.'],
  [{}, undefined, '`resources` must be an array of objects, but it is undefined.'],
  [{}, [null], '`resources` must be an array of objects, but it is an array of 1 element.'],
])('rejects %j and %j', (answer, resources, message) => {
  expect(() => patchAnswer(answer as never, resources as never)).toThrow(new TypeError(`patchAnswer: ${message}`));
});

/** Patches an answer, and makes an answer of the result. */
const patch = <Result extends Answer<unknown>>(answer: Result, resources: Parameters<typeof patchAnswer>[1]): Result =>
  client.restore(patchAnswer(saveAnswer(answer), resources));

describe('patchAnswer', () => {
  test('replaces fields of primary and of included resources, in a copy', async () => {
    const page = await client.list('people', { include: ['friend'] });
    const patched = patch(page, [
      { type: 'people', id: '8', attributes: { name: 'Eva' } },
      { type: 'people', id: '9', attributes: { age: 7 }, relationships: { friend: { links: { self: 'x' } } } },
    ]);
    expect(patched.data).toMatchObject([{ name: 'Dan', age: 7, friend: { name: 'Eva' } }, { name: 'Ann' }]);
    expect(patched.resourceOf(patched.data[0]?.friend ?? {})?.links).toEqual({ self: '/8' });
    expect(page.data).toMatchObject([{ name: 'Dan', friend: { name: 'Eve' } }, {}]);
    expect((await patched.next())?.data).toHaveLength(2);
    expect(patched).toMatchObject({ hasNext: true, status: 200, etag: page.etag });
  });

  test('gives a copy that the server cannot confirm: its entity tag is that of the old fields', async () => {
    const one = { data: { type: 'people', id: '9', attributes: { name: 'Dan' } } };
    const { client: other, requests } = scripted([() => reply(one, 200, { ETag: '"1"' })]);
    const previous = await other.get('people', '9');
    const patched = patch(previous, [{ type: 'people', id: '9', attributes: { name: 'Ann' } }]);
    await other.get('people', '9', {}, { previous });
    await other.get('people', '9', {}, { previous: patched });
    await other.get('people', '9', {}, { previous: saveAnswer(previous) });
    await other.get('people', '9', {}, { previous: saveAnswer(patched) });
    const tags = requests.map(({ headers }) => headers.get('If-None-Match'));
    expect(tags).toEqual([null, '"1"', null, '"1"', null]);
    expect(patched.etag).toBe('"1"');
  });

  test('replaces linkage', async () => {
    const page = await client.list('people', { include: ['friend'] });
    const relationships = { friend: { data: { type: 'people', id: '7' } } };
    const patched = patch(page, [{ type: 'people', id: '9', relationships }]);
    expect(patched.data[0]?.friend).toBe(patched.data[1]);
    expect(patch(page, [{ type: 'people', id: '7', relationships }]).data[1]?.friend?.name).toBe('Ann');
  });

  test('completes what a resource lacks, and leaves alone what a patch lacks', async () => {
    const document = {
      data: [
        { type: 'people', id: '1', attributes: { name: 'A' } },
        { type: 'people', id: '2', relationships: { friend: { data: null } } },
        null,
      ],
    };
    const page = await scripted([() => reply(document)]).client.list('people');
    const friend = { data: { type: 'people', id: '1' } };
    const patched = patch(page, [
      { type: 'people', id: '1', relationships: { friend } },
      { type: 'people', id: '2', attributes: { name: 'B' } },
    ]);
    expect(patched.document).toEqual({
      data: [
        { type: 'people', id: '1', attributes: { name: 'A' }, relationships: { friend } },
        { type: 'people', id: '2', attributes: { name: 'B' }, relationships: { friend: { data: null } } },
        null,
      ],
    });
    expect('relationships' in (patch(page, [{ type: 'people', id: '1' }]).document as typeof document).data[0]!).toBe(
      false,
    );
  });

  test('adds only fields that the query asked for', async () => {
    const document = {
      data: [{ type: 'people', id: '1', attributes: { name: 'A' } }],
      included: [{ type: 'articles', id: '1', relationships: { author: { data: null } } }],
    };
    const sparse = await scripted([() => reply(document)]).client.list('people', {
      fields: { people: ['name', 'friend'], articles: ['author'] },
    });
    const patched = patch(sparse, [
      { type: 'people', id: '1', attributes: { name: 'B', age: 7 }, relationships: { friend: { data: null } } },
      { type: 'articles', id: '1', attributes: { title: 'C' } },
    ]);
    expect(patched.document).toEqual({
      data: [{ type: 'people', id: '1', attributes: { name: 'B' }, relationships: { friend: { data: null } } }],
      included: document.included,
    });
  });

  test('returns the same answer if it does not contain the resource, or only its identifier', async () => {
    const page = saveAnswer(await client.list('people'));
    expect(patchAnswer(page, [{ type: 'articles', id: '9', attributes: { title: 'A' } }])).toBe(page);
    expect(patchAnswer(page, [])).toBe(page);
    const other = scripted([
      () => reply({ data: [{ type: 'people', id: '9' }] }),
      () => new Response(null, { status: 204 }),
    ]);
    const linkage = saveAnswer(await other.client.relationship('articles', '1', 'comments'));
    expect(patchAnswer(linkage, [{ type: 'people', id: '9', attributes: { name: 'A' } }])).toBe(linkage);
    const empty = saveAnswer(await other.client.delete('people', '9'));
    expect(patchAnswer(empty, [{ type: 'people', id: '9' }])).toBe(empty);
  });
});
