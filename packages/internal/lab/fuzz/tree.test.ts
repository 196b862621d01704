import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutatedDocuments } from './mutate-document.ts';
import { printTree, spotsOf, treeOf } from './tree.ts';

test('a tree is printed as JSON.stringify prints its value', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => printTree(treeOf(value)) === JSON.stringify(value)));
});

test('a member can occur twice', () => {
  const root = { tree: treeOf({ a: { b: 1 } }) };
  spotsOf(root).at(2)?.again?.();
  expect(printTree(root.tree)).toBe('{"a":{"b":1,"b":1}}');
});

test('most documents are near the seed, and some are not JSON', () => {
  const seed = { data: { type: 'articles', id: '1', attributes: { title: 'x' } } };
  const strings = fc.sample(mutatedDocuments([seed]), { numRuns: 300, seed: 1 });
  const isJson = (text: string): boolean => {
    try {
      return JSON.parse(text) !== undefined;
    } catch {
      return false;
    }
  };
  const count = strings.filter(isJson).length;
  expect(count).toBeGreaterThan(150);
  expect(count).toBeLessThan(290);
  expect(new Set(strings).size).toBeGreaterThan(200);
});
