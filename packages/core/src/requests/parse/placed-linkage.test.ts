import { expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { parseLinkage } from './parse-linkage.ts';
import { documentIndex } from './placed-linkage.ts';

test.each([
  [
    ['1', '2', '3'],
    [0, 1, 2],
  ],
  [
    ['1', '1', '2', '1', '3', '2', '4'],
    [0, 2, 4, 6],
  ],
  [['1', '1'], [0]],
  [[], []],
])('the members of %j have the indexes %j', (ids, indexes) => {
  const data = ids.map((id) => ({ type: 'comments', id }));
  const linkage = parseLinkage(blog, 'articles', 'comments', { data });
  expect(linkage.map((_, position) => documentIndex(linkage, position))).toEqual(indexes);
});
