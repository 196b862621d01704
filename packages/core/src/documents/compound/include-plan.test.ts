import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { type IncludeNode, includePlan } from './include-plan.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: {
      author: toOne('people'),
      comments: toMany('comments'),
      about: toMany(['people', 'comments']),
      secret: toOne('people', { include: false }),
    },
  },
  people: { relationships: { friends: toMany('people'), works: toMany('articles') } },
  comments: { relationships: { author: toOne('people') } },
});

/** The steps of a node and of those below it: `articles: author (people: friends)`. */
function textOf({ steps }: IncludeNode): string {
  return [...steps]
    .map(([type, own]) => {
      const strings = own.map(({ relationship, next }) => relationship.name + (next.isEnd ? '' : ` (${textOf(next)})`));
      return `${type}: ${strings.join(', ')}`;
    })
    .join('; ');
}

describe('relationship paths as steps', () => {
  test.each<[types: string, paths: readonly string[], steps: string]>([
    ['articles', [], ''],
    ['articles', ['comments', 'author'], 'articles: author, comments'],
    ['articles', ['author', 'author.friends'], 'articles: author (people: friends)'],
    ['articles', ['comments.author.friends'], 'articles: comments (comments: author (people: friends))'],
    ['articles', ['about.author'], 'articles: about (comments: author)'],
    ['articles', ['about.author', 'about.friends'], 'articles: about (people: friends; comments: author)'],
    ['articles', ['comments.author', 'comments', 'author'], 'articles: author, comments (comments: author)'],
    ['people comments', ['friends', 'author'], 'people: friends; comments: author'],
    ['articles comments', ['author.works'], 'articles: author (people: works); comments: author (people: works)'],
  ])('of %s, %j: %s', (types, paths, steps) => {
    const { root } = includePlan(api, types.split(' '), paths);
    expect(textOf(root)).toBe(steps);
    expect(root.isEnd).toBe(steps === '');
  });

  test('10,000 steps deep', () => {
    const path = Array(10_000).fill('friends').join('.');
    let node: IncludeNode | undefined = includePlan(api, ['people'], [path]).root;
    let depth = 0;
    for (; node !== undefined && !node.isEnd; depth++) node = node.steps.get('people')?.at(0)?.next;
    expect(depth).toBe(10_000);
  });
});

test.each<[type: string, paths: readonly string[], meets: boolean]>([
  ['articles', ['author', 'comments.author.friends'], false],
  ['articles', ['author.works'], true],
  ['people', ['friends'], true],
  ['people', ['works'], false],
  ['people', ['works.about'], true],
])('from %s, %j can lead to primary data: %s', (type, paths, meets) => {
  expect(includePlan(api, [type], paths).reachesPrimary).toBe(meets);
});

test('a plan is made once for each choice, also of choices in turn, and the user can change the lists afterwards', () => {
  const [first, second] = [['author'], ['comments']];
  const plans = [first, second].map((paths) => includePlan(api, ['articles'], paths));
  expect([first, second, first].map((paths) => plans.indexOf(includePlan(api, ['articles'], paths)))).toEqual([
    0, 1, 0,
  ]);
  first.push('comments');
  expect(textOf(includePlan(api, ['articles'], first).root)).toBe('articles: author, comments');
  expect(textOf(includePlan(api, ['articles'], ['author']).root)).toBe('articles: author');
});

test('lists of types and paths that begin alike have plans of their own', () => {
  const one = includePlan(api, ['articles'], ['author']);
  const more = includePlan(api, ['articles', 'comments'], ['author', 'comments']);
  expect([textOf(one.root), textOf(more.root)]).toEqual([
    'articles: author',
    'articles: author, comments; comments: author',
  ]);
  expect(textOf(includePlan(api, ['articles'], ['author']).root)).toBe('articles: author');
});

test.each<[paths: unknown, message: string]>([
  [['nope'], 'nope'],
  [['author.nope'], 'nope'],
  [['secret'], 'secret'],
  [['author', 'title'], 'title'],
  ['author', 'include'],
  [[1], 'include'],
  [['comments.author.x.y'], 'The path "comments.author.x.y" cannot be included: type "people" does not have an'],
  [['secret'], 'includable relationship "secret"'],
  [['autor.works'], 'Did you mean `author`?'],
  [['author.'], 'The path "author." cannot be included'],
  [['author', ''], 'The path "" cannot be included'],
  [['__proto__'], 'includable relationship "__proto__"'],
])('%j is rejected', (paths, message) => {
  expect(() => includePlan(api, ['articles'], paths as never)).toThrow(TypeError);
  expect(() => includePlan(api, ['articles'], paths as never)).toThrow(message);
});
