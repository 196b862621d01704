import { expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { createRenderContext } from '../build/assemble.ts';
import { createEntry } from '../compound/resource-entry.ts';
import { createMissingFieldTracker } from './resource-stream.ts';
import { serialize } from './serialize.ts';
import { serializeStream } from './serialize-stream.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: {
    attributes: {
      name: z.string(),
      age: z.number().optional(),
      constructor: z.string().optional(),
      born: attribute(z.string().optional(), { encode: (born: string) => (born.trim() === '' ? undefined : born) }),
    },
    relationships: { articles: toMany('articles'), friend: toOne('people') },
  },
});
const people = api.types.get('people') as NonNullable<ReturnType<typeof api.types.get>>;
const node = { steps: new Map(), isEnd: true, remainingPaths: [] };

/** Which of further records of a resource are told of. */
function told(first: object, further: readonly object[], fields?: object): readonly number[] {
  const shouldKeepRecord = createMissingFieldTracker(createRenderContext(api, { fields } as object, 'text'));
  const entry = createEntry(people, '1', { id: 1, ...first }, node);
  return further.flatMap((record, index) => (shouldKeepRecord(entry, { id: 1, ...record }) ? [index] : []));
}

test.each<[string, object, readonly object[], readonly number[]]>([
  ['the same once more', { name: 'Dan' }, [{ name: 'Dan' }, { name: 'Ann' }], []],
  ['what is not declared', { name: 'Dan' }, [{ bio: 'x' }], []],
  ['what every object inherits', { name: 'Dan' }, [{}], []],
  ['an attribute, once', { name: 'Dan' }, [{ age: 1 }, { age: 2 }, { age: 3, born: '2000' }], [0, 2]],
  ['null, which is a value', { name: null }, [{ name: 'Dan' }, { age: null }, { age: 2 }], [1]],
  ['a value that is encoded away', { born: '' }, [{ born: '' }, { born: '2000' }, { born: '2001' }], [1]],
  ['relationships, also empty ones', {}, [{ articles: [] }, { friend: null }, { articles: [1], friend: 2 }], [0, 1]],
])('%s', (_, first, further, news) => {
  expect(told(first, further)).toEqual(news);
});

test('an encode that throws is named', () => {
  const failure = {
    message: '"people" "1": `encode` of the attribute `born` threw an error.',
    cause: expect.any(TypeError),
  };
  expect(() => told({}, [{ born: 1999 }])).toThrow(expect.objectContaining(failure));
});

test('an attribute that does not show is not news, a relationship is: paths may follow it', () => {
  expect(told({}, [{ age: 1 }, { name: 'Dan' }, { friend: 2 }], { people: ['name'] })).toEqual([1, 2]);
});

test('a stream keeps no record that knew nothing new', async () => {
  const authors: Record<string, unknown>[] = [Object.freeze({ id: 1, name: 'Dan' }), { id: 1, name: 'Dan' }] as never;
  function* given(): Generator<object> {
    for (const [id, author] of authors.entries()) yield { id, title: 'A', author };
    (authors[1] as { age?: number }).age = 5;
  }
  const stream = serializeStream(api, 'articles', given() as never, { include: ['author'] });
  const { included } = JSON.parse(await new Response(stream.toReadableStream()).text());
  expect(included[0].attributes).toEqual({ name: 'Dan' });
});

test('what is dropped changes nothing', async () => {
  const records = Array.from({ length: 50 }, (_, id) => ({
    id,
    title: 'A',
    author: {
      id: id % 3,
      name: `Dan ${id}`,
      ...(id % 7 === 0 && { age: id }),
      ...(id % 11 === 0 && { friend: { id: id % 5 } }),
    },
  }));
  const options = { include: ['author.friend'] } as const;
  const stream = serializeStream(api, 'articles', records as never, options);
  expect(await new Response(stream.toReadableStream()).text()).toBe(
    serialize(api, 'articles', records as never, options),
  );
});
