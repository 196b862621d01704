import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { checkPaths } from './include.ts';
import { createQueryErrors } from './query-errors.ts';
import { defaultQueryLimits } from './query-limits.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: {
      author: toOne('people'),
      comments: toMany('comments'),
      secret: toOne('people', { include: false }),
      constructor: toOne('people'),
      main: toOne('people'),
    },
  },
  people: { relationships: { articles: toMany('articles'), friend: toOne('people') } },
  comments: { relationships: { author: toOne('people'), on: toOne(['articles', 'pictures', 'comments']) } },
  pictures: { relationships: { artist: toOne('people'), secret: toOne('people'), main: toOne('comments') } },
});

/** The codes of the errors of relationship paths. */
function read(
  paths: readonly string[],
  types = ['articles'],
  limits = { includeDepth: 3, includePaths: 20 },
): readonly unknown[] {
  const found = createQueryErrors();
  checkPaths(api, types, paths, limits, found);
  for (const error of found.errors) expect(error).toMatchObject({ status: '400', source: { parameter: 'include' } });
  return found.errors.map(({ code }) => code);
}

describe('INC-07: paths that cannot be included', () => {
  test.each([
    ['unknown', 'an unknown relationship'],
    ['title', 'an attribute'],
    ['', 'an empty path'],
    ['author.', 'an empty step at the end'],
    ['.author', 'an empty step at the start'],
    ['author..friend', 'an empty step inside'],
    ['author.unknown', 'an unknown relationship of a related type'],
    ['author.comments', 'a relationship of another type'],
    ['Author', 'another case'],
    [' author', 'a space'],
    ['secret', 'a relationship that is not for include'],
    ['secret.friend', 'a path through such a relationship'],
    ['__proto__', 'a prototype name'],
    ['toString', 'a prototype name'],
    ['author.constructor', 'a prototype name behind a relationship'],
    ['author.__proto__', 'a prototype name behind a relationship'],
  ])('%j: %s', (path) => {
    expect(read([path])).toEqual(['RELATIONSHIP_PATH_UNKNOWN']);
    expect(read(['author', path])).toEqual(['RELATIONSHIP_PATH_UNKNOWN']);
  });

  test('every wrong path is reported', () => {
    expect(read(['x', 'author', 'y', 'author.friend.friend.friend'])).toEqual([
      'RELATIONSHIP_PATH_UNKNOWN',
      'RELATIONSHIP_PATH_UNKNOWN',
      'RELATIONSHIP_PATH_TOO_LONG',
    ]);
  });

  test('the detail names the path, the step and the type', () => {
    const found = createQueryErrors();
    checkPaths(api, ['articles'], ['comments.missing'], defaultQueryLimits, found);
    expect(found.errors[0]?.detail).toBe(
      'The path "comments.missing" cannot be included: type "comments" does not have an includable relationship "missing".',
    );
  });
});

describe('several types', () => {
  test.each(['comments.on.author', 'comments.on.artist', 'comments.on.comments', 'comments.on.on'])(
    'a path goes on from any target that has the relationship: %s',
    (path) => {
      expect(read([path])).toEqual([]);
    },
  );

  test('but from one at least', () => {
    expect(read(['comments.on.friend'])).toEqual(['RELATIONSHIP_PATH_UNKNOWN']);
  });

  test('a relationship counts on those types only that let it be included', () => {
    expect(read(['secret'], ['articles', 'pictures'])).toEqual([]);
    expect(read(['comments.on.secret'])).toEqual([]);
  });

  test('a relationship that leads elsewhere on each type leads to all of them', () => {
    const types = ['articles', 'pictures'];
    expect(read(['main.friend', 'main.on'], types)).toEqual([]);
    expect(read(['main.on'], ['articles'])).toEqual(['RELATIONSHIP_PATH_UNKNOWN']);
  });

  test('primary data of several types', () => {
    expect(read(['author', 'artist'], ['articles', 'pictures'])).toEqual([]);
    expect(read(['friend'], ['articles', 'pictures'])).toEqual(['RELATIONSHIP_PATH_UNKNOWN']);
  });
});

describe('limits', () => {
  test('steps of a path', () => {
    expect(read(['author.friend.friend.friend'])).toEqual(['RELATIONSHIP_PATH_TOO_LONG']);
    expect(read(['author.friend'], ['articles'], { includeDepth: 1, includePaths: 20 })).toEqual([
      'RELATIONSHIP_PATH_TOO_LONG',
    ]);
    expect(read(['a.b.c.d'.repeat(1000)])).toEqual(['RELATIONSHIP_PATH_TOO_LONG']);
  });

  test('paths', () => {
    const limits = { includeDepth: 3, includePaths: 2 };
    expect(read(['author', 'comments'], ['articles'], limits)).toEqual([]);
    expect(read(['author', 'comments', 'constructor'], ['articles'], limits)).toEqual(['RELATIONSHIP_PATHS_TOO_MANY']);
    expect(read(Array.from({ length: 21 }, (_, index) => `x${index}`))).toEqual(['RELATIONSHIP_PATHS_TOO_MANY']);
  });
});
