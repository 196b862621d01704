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

test('creates one batch for each relationship, in the order of the request', () => {
  const roots = [root('books', '1'), root('books', '2')];
  expect(names(batchesOf([{ roots, nodes: [planOf('parts', 'author')] }]))).toEqual([
    'books.parts: 1,2',
    'books.author: 1,2',
  ]);
});

test('a batch contains the remaining paths, and the target type if there is only one', () => {
  const [author, parts] = batchesOf([{ roots: [root('books', '1')], nodes: [planOf('author.friends', 'parts')] }]);
  expect([author?.target?.name, parts?.target]).toEqual(['people', undefined]);
  expect([...(author?.nodes ?? [])].flatMap(({ remainingPaths }) => remainingPaths)).toEqual(['friends']);
  expect([...(parts?.nodes ?? [])].every(({ isEnd }) => isEnd)).toBe(true);
});

test('a resource that is reached on two levels is followed once', () => {
  const [one, two] = [root('books', '1'), root('books', '2')];
  const node = planOf('author');
  const levels = [
    { roots: [one], nodes: [node] },
    { roots: [one, two], nodes: [node] },
  ];
  expect(names(batchesOf(levels))).toEqual(['books.author: 1,2']);
});
