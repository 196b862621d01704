import { expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { serialize } from '../serialize/serialize.ts';
import { serializeStream } from '../serialize/serialize-stream.ts';

type Options = Parameters<typeof serialize>[3];

/** The text of a document, and that of a stream. */
const ways: readonly [string, (type: string, records: readonly object[], options: object) => Promise<string>][] = [
  [
    'a document',
    async (type, records, options) => serialize(blog, type as 'people', records as never, options as Options),
  ],
  [
    'a stream',
    (type, records, options) => {
      const stream = serializeStream(blog, type as 'people', records as never, options as never);
      return new Response(stream.toReadableStream()).text();
    },
  ],
];

/** A record that counts how often its relationship `friend` is read. */
function countedPerson(friend: object | undefined): { readonly record: object; readonly reads: () => number } {
  let reads = 0;
  const record = {
    id: 9,
    name: 'Dan',
    get friend() {
      reads++;
      return friend;
    },
  };
  return { record, reads: () => reads };
}

function articlesBy(count: number, relationships: object): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({ id: index + 2, title: 'x', ...relationships }));
}

/** The first document of an API is written in another way than the next ones, so it does not count. */
async function expectSameReads(readsOf: (count: number) => Promise<number>): Promise<void> {
  await readsOf(1);
  expect(await readsOf(50)).toBe(await readsOf(1));
}

// The steps of a resource are followed once for each place of the paths, or clients could make a request quadratic.
test.each(
  ways.flatMap(([way, write]) =>
    [
      { path: 'author.friend', related: (dan: object) => ({ author: dan }) },
      { path: 'comments.author.friend', related: (dan: object) => ({ comments: [{ id: 1, body: 'x', author: dan }] }) },
    ].map((it) => ({ ...it, way, write })),
  ),
)('$way reads a person as often for 50 references as for one: $path', async ({ write, path, related }) => {
  const readsOf = async (count: number): Promise<number> => {
    const { record, reads } = countedPerson({ id: 8, name: 'Mia' });
    const { comments, ...others } = related(record) as { readonly comments?: readonly object[] };
    const records = articlesBy(count, others).map((it, id) => ({
      ...it,
      comments: (comments ?? []).map((comment) => ({ ...comment, id })),
    }));
    expect(JSON.parse(await write('articles', records, { include: [path] })).included).toContainEqual(
      expect.objectContaining({ type: 'people', id: '8' }),
    );
    return reads();
  };
  await expectSameReads(readsOf);
});

test.each(ways)('%s follows a person that two paths reach once for each path', async (_, write) => {
  const readsOf = async (count: number): Promise<number> => {
    const { record, reads } = countedPerson({ id: 8, name: 'Mia' });
    const records = articlesBy(count, { author: record, comments: [] }).map((it, id) => ({
      ...it,
      comments: [{ id, body: 'x', author: record }],
    }));
    const include = ['author.friend', 'comments.author.friend.friend'];
    expect(JSON.parse(await write('articles', records, { include })).included).toHaveLength(count + 2);
    return reads();
  };
  await expectSameReads(readsOf);
});

// A stream reads the fields of each further record once, and keeps those records only that have a new field.
test.each(ways.slice(0, 1))('%s asks a further record of a person once, however often it occurs', async (_, write) => {
  const readsOf = async (count: number): Promise<number> => {
    const { record, reads } = countedPerson(undefined);
    const records = [{ id: 1, title: 'x', author: { id: 9, name: 'Dan' } }, ...articlesBy(count, { author: record })];
    const document = JSON.parse(await write('articles', records, { include: ['author.friend'] }));
    expect(document.included).toHaveLength(1);
    return reads();
  };
  await expectSameReads(readsOf);
});

test.each(ways)('%s follows the value of the last of several further records', async (_, write) => {
  const comment = (id: number, author: object) => ({ id, body: 'x', author: { id: 9, name: 'Dan', ...author } });
  const records = [
    { id: 1, title: 'x', comments: [comment(1, {})] },
    { id: 2, title: 'x', comments: [comment(2, {}), comment(3, { friend: { id: 8, name: 'Mia' } })] },
  ];
  const { included } = JSON.parse(await write('articles', records, { include: ['comments.author.friend'] }));
  expect(included.filter(({ type }: { readonly type: string }) => type === 'people')).toHaveLength(2);
});

test.each(ways)('%s asks `typeOf` for related records of several types', async (_, write) => {
  const on = { id: '7', title: 'Seen' };
  const typeOf = (record: object): string | undefined => ('title' in record ? 'articles' : undefined);
  const records = [
    { id: '1', body: 'x', on },
    { id: '2', body: 'y', on: { id: '7', body: 'Other', type: 'comments' } },
  ];
  const { included } = JSON.parse(await write('comments', records, { include: ['on'], typeOf }));
  expect(included).toEqual([
    { type: 'articles', id: '7', attributes: { title: 'Seen' } },
    { type: 'comments', id: '7', attributes: { body: 'Other' } },
  ]);
});

test.each(
  ways.flatMap(([way, write]) => [
    {
      way,
      write,
      relationship: 'friend',
      author: { id: 9, name: 'Dan', friend: [{ id: 8, name: 'Mia' }] },
      message: 'relationship `friend` must be one value or null',
    },
    {
      way,
      write,
      relationship: 'articles',
      author: { id: 9, name: 'Dan', articles: { id: 8, title: 'x' } },
      message: 'relationship `articles` must be an array',
    },
  ]),
)(
  '$way rejects wrong linkage of an included resource: $relationship',
  async ({ write, author, message, relationship }) => {
    const records = [{ id: 1, title: 'x', author }];
    await expect(async () => write('articles', records, { include: [`author.${relationship}`] })).rejects.toThrow(
      message,
    );
  },
);

// Without a second read, linkage and included resources cannot contradict each other.
test.each(ways)('%s reads each relationship on a path once', async (_, write) => {
  const reads: string[] = [];
  const related = ({ id }: { readonly id: number }, name: string): unknown => {
    reads.push(`${id} ${name}`);
    if (id !== 1) return undefined;
    return name === 'author'
      ? { id: 9, name: 'Dan' }
      : [
          { id: 2, body: 'x' },
          { type: 'comments', id: 3 },
        ];
  };
  const fields = { people: ['name'], comments: ['body'] };
  await write('articles', [{ id: 1, title: 'x' }], { include: ['author', 'comments'], fields, related });
  expect(reads.toSorted()).toEqual(['1 author', '1 comments']);
});
