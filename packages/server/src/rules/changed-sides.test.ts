/** Which resources of inverse relationships a write changes follows from the facts that it has read: no source is asked. */
import { defineApi, type ResourceType, toMany, toOne } from '@linkage/core';
import { inSteps, type Steps } from '@linkage/core/internal';
import { expect, test } from 'vitest';
import { resolveSides, type Side } from '../sources/links/sides.ts';
import type { LinkageChange, SourceCall } from '../sources/port/data-source.ts';
import { changedSides } from './changed-sides.ts';
import type { Linked } from './find-linked.ts';
import { WriteFacts } from './write-facts.ts';

const api = defineApi({
  articles: { attributes: {}, relationships: { author: toOne('people') } },
  people: { attributes: {}, relationships: { articles: toMany('articles') } },
});
const author = { storedIn: 'record', inverses: [{ type: 'people', relationship: 'articles' }] } as const;
const sides = resolveSides(api, (type) => (type === 'articles' ? ({ author } as never) : undefined), undefined);
const typeOf = (name: string) => api.types.get(name) as ResourceType;
const article = (id: string) => ({ type: 'articles', id });
const person = (id: string) => ({ type: 'people', id });
/** The author of each article. */
const authors: Readonly<Record<string, string>> = { a1: 'p1', a2: 'p1', a3: 'p2' };

/** Returns the changes of other resources, such as `articles a3: + p1`, and what was read of them. */
async function changesOf(
  type: string,
  id: string | undefined,
  name: string,
  change: LinkageChange,
  asked = ['articles', 'people'],
) {
  const facts = new WriteFacts();
  const members = type === 'people' ? ['a1', 'a2'].map(article) : [person('p1')];
  const references = members.map((it) => ({ ...it, type: typeOf(it.type), record: undefined, meta: undefined }));
  facts.linkage.set(name, { of: () => references as never, isWhole: true });
  const access = { api, sides, most: 10, typeOf, unguardedSourceOf: () => ({ find: () => [] }) };
  const found: string[] = [];
  const find = function* (side: Side, ids: readonly string[]): Steps<ReadonlyMap<string, Linked>> {
    found.push(...ids);
    const owner = (it: string) => (side.type === 'articles' ? [person(authors[it] as string)] : undefined);
    return new Map(ids.map((it) => [it, { id: it, record: { id: it }, members: owner(it) }]));
  };
  const isAsked = (side: Side): boolean => asked.includes(side.type);
  const written = { access, type: typeOf(type), source: {}, facts } as never;
  const asking = { isAsked, find };
  const changed = await inSteps(() => changedSides(written, id, [name, change], asking, {} as SourceCall));
  const strings = changed.flatMap(({ side, changesBy }) =>
    changesBy({ type, id: id ?? 'new' }).map(
      (it) =>
        `${side.type} ${it.id}: ${it.added.map((member) => `+${member.id}`)}${it.removed.map((member) => `-${member.id}`)}`,
    ),
  );
  return { changes: strings, found };
}

test.each<[string, Parameters<typeof changesOf>, readonly string[]]>([
  [
    'a replacement changes who comes, who goes, and the owner that loses a member',
    ['people', 'p1', 'articles', { replace: ['a2', 'a3'].map(article) }],
    ['articles a3: +p1', 'articles a1: -p1', 'people p2: -a3'],
  ],
  [
    'a replacement by the same members changes nothing',
    ['people', 'p1', 'articles', { replace: ['a2', 'a1'].map(article) }],
    [],
  ],
  [
    'a new resource takes members from their owners',
    ['people', undefined, 'articles', { replace: [article('a3')] }],
    ['articles a3: +new', 'people p2: -a3'],
  ],
  [
    'the other end of a to-one relationship gets and loses a member',
    ['articles', 'a1', 'author', { replace: person('p2') }],
    ['people p2: +a1', 'people p1: -a1'],
  ],
  [
    'an emptied to-one relationship changes its old end',
    ['articles', 'a1', 'author', { replace: null }],
    ['people p1: -a1'],
  ],
  [
    'owners that nobody asks for are left out',
    ['people', 'p1', 'articles', { replace: ['a1', 'a2', 'a3'].map(article) }, ['articles']],
    ['articles a3: +p1'],
  ],
])('%s', async (_, given, expected) => {
  expect((await changesOf(...given)).changes).toEqual(expected);
});

test('sides that nobody asks for are not read', async () => {
  const change = { replace: [article('a3')] };
  expect(await changesOf('people', 'p1', 'articles', change, [])).toEqual({ changes: [], found: [] });
  expect((await changesOf('people', 'p1', 'articles', change, ['articles'])).found).toEqual(['a3', 'a1', 'a2']);
});
