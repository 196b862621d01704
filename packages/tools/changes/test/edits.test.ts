import { describe, expect, test } from 'vitest';
import { changeRules, compareDescriptions } from '../src/index.ts';
import { describedArticles } from './described-articles.ts';
import { edits } from './edits.ts';

describe('each edit has one change', () => {
  test.each(edits)('$name', ({ rule, level, pointer, edit }) => {
    const after = describedArticles();
    edit(after);
    const changes = compareDescriptions(describedArticles(), after);
    expect(changes.map((it) => [it.rule, it.level, it.pointer])).toEqual([[rule, level, pointer]]);
    expect(changes[0]?.message).toMatch(/^(?!.*undefined)[A-Z"].*\.$/);
  });

  test.each(edits)('backwards: $name', ({ back, backLevel, edit }) => {
    const before = describedArticles();
    edit(before);
    const changes = compareDescriptions(before, describedArticles());
    expect(changes.map((it) => [it.rule, it.level])).toEqual([[back, backLevel]]);
  });

  test('the edits are at least 40 and cover every rule', () => {
    expect(edits.length).toBeGreaterThanOrEqual(40);
    const used = new Set(edits.flatMap(({ rule, back }) => [rule, back]));
    const missing = Object.keys(changeRules).filter((rule) => !used.has(rule as never));
    // compare-schemas.test.ts and collections.test.ts cover the last ones.
    const others = ['collection-type-added', 'collection-type-removed', 'format-changed'];
    expect(missing.sort()).toEqual(others);
  });

  test('what was safe to add is not safe to remove', () => {
    const added = edits.filter(({ level, rule }) => level === 'safe' && /-added$|-shown$|-raised$/.test(rule));
    expect(added.length).toBeGreaterThan(3);
    expect(added.filter(({ backLevel }) => backLevel === 'safe')).toEqual([]);
  });
});

describe('edits of a type that no client can write', () => {
  // biome-ignore lint/suspicious/noExplicitAny: An edit changes any member of a description.
  type Anything = any;
  /** Returns the description without the endpoints that write articles. */
  const readOnly = (): Anything => {
    const description = describedArticles() as Anything;
    const { articles } = description.types;
    articles.endpoints = articles.endpoints.filter(({ method }: { method: string }) => method === 'GET');
    return description;
  };

  test.each<[string, (fields: Anything, type: Anything) => void, readonly string[]]>([
    ['a required field', ({ words }) => (words.required = true), []],
    ['a new required field', (fields) => (fields.extra = { ...fields.title }), ['safe field-added']],
    ['a field that cannot be set', ({ words }) => (words.write = false), []],
    ['narrower bounds', ({ words }) => (words.schema.minimum = 1), ['safe bounds-narrower']],
    ['no null', ({ note }) => (note.schema = { type: 'string' }), ['safe null-removed']],
    ['one value fewer', ({ state }) => state.schema.enum.pop(), ['safe enum-value-removed']],
    ['a format', ({ title }) => (title.schema.format = 'email'), ['safe format-added']],
    ['one target fewer', ({ comments }) => comments.targets.pop(), ['safe target-removed']],
    ['no ids of clients', (_, type) => (type.clientGeneratedIds = false), []],
    ['a hidden field removed', (fields) => Reflect.deleteProperty(fields, 'secret'), ['safe field-removed']],
    ['a hidden field with another schema', ({ secret }) => (secret.schema = { type: 'integer' }), []],
    ['what clients read: null', ({ title }) => (title.schema.type = ['string', 'null']), ['breaking null-added']],
    [
      'what clients read: a field removed',
      (fields) => Reflect.deleteProperty(fields, 'title'),
      ['breaking field-removed'],
    ],
  ])('%s', (_, edit, expected) => {
    const after = readOnly();
    edit(after.types.articles.fields, after.types.articles);
    expect(compareDescriptions(readOnly(), after).map(({ level, rule }) => `${level} ${rule}`)).toEqual(expected);
  });

  test('the URL of a relationship can write it', () => {
    const [before, after] = [readOnly(), readOnly()];
    for (const { types } of [before, after]) {
      const [get] = types.articles.endpoints;
      types.articles.endpoints.push({
        ...get,
        method: 'PATCH',
        path: '/articles/{id}/relationships/comments',
        relationship: 'comments',
      });
    }
    after.types.articles.fields.comments.targets.pop();
    after.types.articles.fields.words.schema.minimum = 1;
    expect(compareDescriptions(before, after).map(({ level, rule }) => `${level} ${rule}`)).toEqual([
      'breaking target-removed',
      'safe bounds-narrower',
    ]);
  });

  test('an older description without the new members has no changes because of them', () => {
    const before = describedArticles() as Anything;
    for (const type of Object.values(before.types) as Anything[]) {
      Reflect.deleteProperty(type, 'defaultIncludes');
      Reflect.deleteProperty(type, 'defaultSort');
      for (const field of Object.values(type.fields) as Anything[]) Reflect.deleteProperty(field, 'optional');
    }
    expect(compareDescriptions(before, describedArticles())).toEqual([]);
    expect(compareDescriptions(describedArticles(), before)).toEqual([]);
  });
});
