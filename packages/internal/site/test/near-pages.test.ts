import { expect, test } from 'vitest';
import { nearPages, wordsOf } from '../page/missing/near-pages.ts';

const pages = [
  'guide/errors.html',
  'errors.html',
  'guide/sql.html',
  'guide/access.html',
  'recipes/search.html',
  'index.html',
];

test.each([
  ['v0.3/guide/errors.html', ['guide', 'errors']],
  ['/guide/', ['guide']],
  ['', []],
])('the words of %j are %j', (path, words) => expect(wordsOf(path)).toEqual(words));

test.each([
  ['guide/error', 'guide/errors.html'],
  ['docs/sql', 'guide/sql.html'],
  ['acess', 'guide/access.html'],
])('the page most like %j is %s', (path, expected) => expect(nearPages(path, pages)[0]).toBe(expected));

test.each([['zzzz'], ['']])('no page is like %j', (path) => expect(nearPages(path, pages)).toEqual([]));
