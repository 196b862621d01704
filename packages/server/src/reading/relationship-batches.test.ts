import { defineApi, type ResourceType, toMany, toOne } from '@linkage/core';
import { includePlan } from '@linkage/core/internal';
import { expect, test } from 'vitest';
import { batchesOf, type Root } from './relationship-batches.ts';

const api = defineApi({
  books: { relationships: { author: toOne('people'), parts: toMany(['books', 'people']) } },
  people: { relationships: { friends: toMany('people') } },
});
const root = (type: string, id: string): Root => ({ type: api.types.get(type) as ResourceType, id, record: { id } });
const planOf = (...paths: readonly string[]) => includePlan(api, ['books'], paths).root;
const names = (batches: ReturnType<typeof batchesOf>): readonly string[] =>
  batches.map(({ type, relationship, parents }) => `${type.name}.${relationship.name}: ${parents.map(({ id }) => id)}`);

test.each([[['parts', 'author']], [['author', 'parts']], [['parts.author', 'author.friends']]])(
  'creates one batch for each relationship, in the order of the request: %j',
  (paths) => {
    const roots = [root('books', '1'), root('books', '2')];
    const order = paths.map((path) => path.split('.')[0]);
    expect(names(batchesOf([{ roots, nodes: [planOf(...paths)] }]))).toEqual(order.map((name) => `books.${name}: 1,2`));
  },
);

test('each resource follows the relationships of its own type', () => {
  const [next] = planOf('parts.author', 'parts.friends').steps.get('books') ?? [];
  const roots = [root('books', '1'), root('people', '7'), root('books', '2'), root('people', '8')];
  const nodes = next === undefined ? [] : [next.next];
  expect(names(batchesOf([{ roots, nodes }]))).toEqual(['books.author: 1,2', 'people.friends: 7,8']);
  expect(names(batchesOf([{ roots: roots.slice(0, 1), nodes }]))).toEqual(['books.author: 1']);
  expect(names(batchesOf([{ roots: [], nodes }]))).toEqual([]);
});

test('a batch contains the nodes behind it', () => {
  const [author, parts] = batchesOf([{ roots: [root('books', '1')], nodes: [planOf('author.friends', 'parts')] }]);
  expect([...(author?.nodes ?? [])].flatMap(({ remainingPaths }) => remainingPaths)).toEqual(['friends']);
  expect([...(parts?.nodes ?? [])].every(({ isEnd }) => isEnd)).toBe(true);
});

test.each([
  [[[1], [1, 2]], '1,2'],
  [[[1], [2]], '1,2'],
  [[[1, 2], [3], [4]], '1,2,3,4'],
  [
    [
      [1, 2],
      [2, 3],
      [3, 1, 4],
    ],
    '1,2,3,4',
  ],
  [[[], [1]], '1'],
  [[[1], []], '1'],
])('a resource that is reached on several levels is followed once: %j', (levels, expected) => {
  const all = [0, 1, 2, 3, 4].map((id) => root('books', String(id)));
  const node = planOf('author');
  const given = levels.map((ids) => ({ roots: ids.map((id) => all[id] as Root), nodes: [node] }));
  expect(names(batchesOf(given))).toEqual([`books.author: ${expected}`]);
  // The lists of the user stay as they are.
  expect(given.map(({ roots }) => roots.map(({ id }) => Number(id)))).toEqual(levels);
});

test('a resource that follows a relationship from two nodes is followed once, with the paths of both', () => {
  const nodes = [planOf('author'), planOf('author.friends')];
  const [batch, ...others] = batchesOf([{ roots: [root('books', '1')], nodes }]);
  expect([batch?.parents.length, batch?.nodes.size, others]).toEqual([1, 2, []]);
});
