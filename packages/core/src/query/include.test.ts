import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { type IncludeTree, includeTree } from './include.ts';

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

interface Shape {
  readonly [name: string]: Shape;
}
const shapeOf = (tree: IncludeTree): Shape =>
  Object.fromEntries([...tree].map(([name, rest]) => [name, shapeOf(rest)]));

function read(
  paths: readonly string[],
  types = ['articles'],
  limits = { includeDepth: 3, includePaths: 20 },
): Shape | string[] {
  const result = includeTree(api, types, paths, limits);
  if ('value' in result) return shapeOf(result.value);
  for (const issue of result.issues) expect(issue).toMatchObject({ status: '400', source: { parameter: 'include' } });
  return result.issues.map(({ code }) => String(code));
}

describe('INC-02, INC-06: paths as a tree', () => {
  test.each<[paths: string[], tree: Shape]>([
    [[], {}],
    [['author'], { author: {} }],
    [['author', 'comments'], { author: {}, comments: {} }],
    [['comments.author'], { comments: { author: {} } }],
    [['comments', 'comments.author', 'comments.on'], { comments: { author: {}, on: {} } }],
    [['comments.author', 'comments'], { comments: { author: {} } }],
    [['author', 'author'], { author: {} }],
    [['author.friend.friend'], { author: { friend: { friend: {} } } }],
    [['constructor'], { constructor: {} }],
  ])('%j', (paths, tree) => {
    expect(read(paths)).toEqual(tree);
  });
});

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
    const result = includeTree(api, ['articles'], ['comments.missing']);
    expect('issues' in result && result.issues[0]?.detail).toBe(
      'The path "comments.missing" cannot be included: type "comments" does not have an includable relationship "missing".',
    );
  });
});

describe('several types', () => {
  test.each<[path: string, tree: Shape]>([
    ['comments.on.author', { comments: { on: { author: {} } } }],
    ['comments.on.artist', { comments: { on: { artist: {} } } }],
    ['comments.on.comments', { comments: { on: { comments: {} } } }],
    ['comments.on.on', { comments: { on: { on: {} } } }],
  ])('a path goes on from any target that has the relationship: %s', (path, tree) => {
    expect(read([path])).toEqual(tree);
  });

  test('but from one at least', () => {
    expect(read(['comments.on.friend'])).toEqual(['RELATIONSHIP_PATH_UNKNOWN']);
  });

  test('a relationship counts on those types only that let it be included', () => {
    expect(read(['secret'], ['articles', 'pictures'])).toEqual({ secret: {} });
    expect(read(['comments.on.secret'])).toEqual({ comments: { on: { secret: {} } } });
  });

  test('a relationship that leads elsewhere on each type leads to all of them', () => {
    const types = ['articles', 'pictures'];
    expect(read(['main.friend', 'main.on'], types)).toEqual({ main: { friend: {}, on: {} } });
    expect(read(['main.on'], ['articles'])).toEqual(['RELATIONSHIP_PATH_UNKNOWN']);
  });

  test('primary data of several types', () => {
    expect(read(['author', 'artist'], ['articles', 'pictures'])).toEqual({ author: {}, artist: {} });
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

  test('paths, each counted once', () => {
    const limits = { includeDepth: 3, includePaths: 2 };
    expect(read(['author', 'comments', 'author'], ['articles'], limits)).toEqual({ author: {}, comments: {} });
    expect(read(['author', 'comments', 'constructor'], ['articles'], limits)).toEqual(['RELATIONSHIP_PATHS_TOO_MANY']);
    expect(read(Array.from({ length: 21 }, (_, index) => `x${index}`))).toEqual(['RELATIONSHIP_PATHS_TOO_MANY']);
  });
});
