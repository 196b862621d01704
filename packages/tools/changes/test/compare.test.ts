import { defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareDescriptions, contractText, reviewChanges } from '../src/index.ts';
import { describedArticles } from './described-articles.ts';
import { edits } from './edits.ts';

test('equal descriptions have no change and equal strings, whatever the order of their members', () => {
  fc.assert(
    fc.property(fc.subarray([...edits], { maxLength: 3 }), fc.infiniteStream(fc.nat(1000)), (chosen, seeds) => {
      const description = describedArticles();
      for (const { edit } of chosen) {
        try {
          edit(description);
        } catch {
          // An edit before removed the place.
        }
      }
      const shuffled = shuffle(description, () => seeds.next().value ?? 0);
      expect(compareDescriptions(description, shuffled)).toEqual([]);
      expect(contractText(shuffled)).toBe(contractText(description));
    }),
    { numRuns: 300 },
  );
});

function shuffle<Value>(value: Value, random: () => number): Value {
  if (Array.isArray(value)) return value.map((item) => shuffle(item, random)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => ({
    order: random(),
    entry: [name, shuffle(item, random)] as const,
  }));
  return Object.fromEntries(entries.sort((left, right) => left.order - right.order).map(({ entry }) => entry)) as Value;
}

/** The field, or the first member of the description: edits of other places are independent. */
function placeOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(0, pointer.startsWith('/types/articles/fields') ? 5 : pointer.startsWith('/types') ? 4 : 2)
    .join('/');
}

test('each edit of two independent edits is reported', () => {
  fc.assert(
    fc.property(fc.constantFrom(...edits), fc.constantFrom(...edits), (first, second) => {
      fc.pre(placeOf(first.pointer) !== placeOf(second.pointer));
      // Without an endpoint that writes it, a field has no rule about writing.
      fc.pre(second.rule !== 'endpoint-removed' || !first.pointer.startsWith('/types/articles/fields'));
      const after = describedArticles();
      try {
        first.edit(after);
        second.edit(after);
      } catch {
        return;
      }
      const rules = compareDescriptions(describedArticles(), after).map(({ rule }) => rule);
      expect(rules).toContain(first.rule);
    }),
    { numRuns: 300 },
  );
});

const removed = (deprecated: boolean | string) => {
  const before = describedArticles();
  const after = describedArticles();
  const words = before.types['articles']?.fields['words'];
  if (words !== undefined) words.deprecated = deprecated as never;
  Reflect.deleteProperty(after.types['articles']?.fields ?? {}, 'words');
  return { before, after };
};

test.each([
  ['Use `length`. Sunset 2026-01-31.', '2026-02-01', 'safe'],
  ['Sunset: 2026-01-31', '2026-01-31', 'safe'],
  ['Sunset 2026-01-31.', '2026-01-30', 'breaking'],
  ['Use `length`.', '2026-02-01', 'breaking'],
  [true, '2026-02-01', 'breaking'],
] as const)('the removal of a field with the deprecation %j is on %s %s', (deprecated, today, level) => {
  const { before, after } = removed(deprecated);
  expect(compareDescriptions(before, after, { today }).map((it) => it.level)).toEqual([level]);
});

test('options change levels, and lower the level of unused parts', () => {
  const { before, after } = removed(false);
  expect(compareDescriptions(before, after, { levels: { 'field-removed': 'safe' } }).at(0)?.level).toBe('safe');
  expect(compareDescriptions(before, after, { used: () => false }).at(0)?.level).toBe('dangerous');
  expect(compareDescriptions(before, after, { used: () => undefined }).at(0)?.level).toBe('breaking');
});

test.each([
  [{ level: {} }, /unknown option "level".*`levels`/],
  [{ levels: { 'field-remove': 'safe' } }, /unknown rule "field-remove".*`field-removed`/],
  [{ levels: { 'field-removed': 'fine' } }, /must be "breaking" or "dangerous" or "safe", but it is "fine"/],
  [{ today: 'tomorrow' }, /`today` must be a date/],
  [{ used: true }, /`used` must be a function/],
])('wrong options are a TypeError: %j', (options, message) => {
  const description = describedArticles();
  expect(() => compareDescriptions(description, description, options as never)).toThrow(message);
  expect(() => compareDescriptions(description, description, options as never)).toThrow(/^compareDescriptions: /);
});

test('accepted changes are apart, and entries without a change are stale', () => {
  const { before, after } = removed(false);
  const changes = compareDescriptions(before, after);
  const accepted = {
    rule: 'field-removed',
    pointer: '/types/articles/fields/words',
    reason: 'No client reads it.',
  } as const;
  const stale = { rule: 'type-removed', pointer: '/types/people', reason: 'It was planned.' } as const;
  expect(reviewChanges(changes).level).toBe('breaking');
  expect(reviewChanges(changes, [accepted, stale])).toEqual({
    changes: [],
    accepted: changes,
    stale: [stale],
    level: undefined,
  });
});

const api = (articles: Parameters<typeof defineApi>[0]['articles']) =>
  defineApi({ articles, people: { attributes: { name: z.string() } } } as never);

const serverOf = (declared: ReturnType<typeof api>) =>
  createServer(declared as never, createMemorySources(declared as never, {} as never) as never);

test('the descriptions of two servers have the changes of their declarations', async () => {
  const before = await serverOf(
    api({ attributes: { title: z.string(), words: z.number() }, relationships: { author: toOne('people') } } as never),
  ).describe();
  const after = await serverOf(
    api({ attributes: { title: z.string().nullable() }, relationships: { author: toOne('people') } } as never),
  ).describe();
  expect(compareDescriptions(before, before)).toEqual([]);
  expect(compareDescriptions(before, after).map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'null-added /types/articles/fields/title/schema',
    'field-removed /types/articles/fields/words',
  ]);
});
