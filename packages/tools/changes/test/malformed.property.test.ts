/** Descriptions, documents, and lists of accepted changes come from files: each malformed one has one clear error. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../core/test/runs.ts';
import { compareDescriptions, contractText, formatReview, reviewChanges } from '../src/index.ts';
import { describedArticles } from './described-articles.ts';

type Json = ReturnType<typeof JSON.parse>;

/** Every place of a JSON value, as the names that lead to it. */
function placesOf(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...entries.flatMap(([name, it]) => placesOf(it, [...path, name]))];
}

/** Returns a copy in which a place has another value, or is absent. */
function changedAt(value: Json, [name, ...rest]: readonly string[], replacement: Json): Json {
  if (name === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.flatMap((it, index) => {
      if (String(index) !== name) return [it];
      const other = changedAt(it, rest, replacement);
      return other === undefined ? [] : [other];
    });
  }
  const entries = Object.entries(value as object).map(([key, it]) => [
    key,
    key === name ? changedAt(it, rest, replacement) : it,
  ]);
  return Object.fromEntries(entries.filter(([, it]) => it !== undefined));
}

const strange = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Json>(undefined, null, true, 0, -1, 1.5, '', 'x', [], {}, [null], [[]], { a: null }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>({ $ref: '#/%' }, { $ref: '#/schemas/toString' }, { enum: [[]] }, { type: [{}] }),
  },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":{"kind":"attribute"},"constructor":1}')) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** A valid value in which one to three places are different. */
function mutantsOf(valid: Json): fc.Arbitrary<Json> {
  const change = fc.tuple(fc.nat(), strange);
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let value = valid;
    for (const [index, replacement] of changes) {
      const places = placesOf(value);
      value = changedAt(value, places[index % places.length] as readonly string[], replacement);
    }
    return value;
  });
}

/** Returns the message of the documented error, or undefined if there is a result. */
function problemOf(run: () => unknown, clear: RegExp): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    const { message } = error as Error;
    expect(message).toMatch(clear);
    return message;
  }
}

const aboutMember = /^\w+: (?:`\w+`|\w+: `\/.*`) must (?:be|not) .+\.$/su;

describe('a malformed description', () => {
  test('has a result, or an error that names the member', () => {
    let errors = 0;
    fc.assert(
      fc.property(mutantsOf(JSON.parse(JSON.stringify(describedArticles()))), fc.boolean(), (mutant, isFirst) => {
        const pair: [Json, Json] = isFirst ? [mutant, describedArticles()] : [describedArticles(), mutant];
        if (problemOf(() => compareDescriptions(...pair), aboutMember) !== undefined) errors++;
        problemOf(() => contractText(mutant), aboutMember);
      }),
      { numRuns: 2000 },
    );
    // A mutant that nothing rejects would say that the property cannot fail.
    expect(errors).toBeGreaterThan(200);
  });

  test.each<[string, (draft: Json) => void, string]>([
    [
      'no types',
      (it) => Reflect.deleteProperty(it, 'types'),
      'after: `/types` must be an object, but it is undefined.',
    ],
    [
      'a list of types',
      (it) => Object.assign(it, { types: [] }),
      'after: `/types` must be an object, but it is an empty array.',
    ],
    [
      'endpoints that are a number',
      (it) => Object.assign(it.types.articles, { endpoints: 5 }),
      'after: `/types/articles/endpoints` must be an array, but it is 5.',
    ],
    [
      'a field that is null',
      (it) => Object.assign(it.types.articles.fields, { title: null }),
      'after: `/types/articles/fields/title` must be an object, but it is null.',
    ],
    [
      'a schema that is a text',
      (it) => Object.assign(it.types.articles.fields.title, { schema: 'string' }),
      'after: `/types/articles/fields/title/schema` must be a boolean or an object, but it is "string".',
    ],
    [
      'a kind that does not exist',
      (it) => Object.assign(it.types.articles.fields.title, { kind: 'to-none' }),
      'after: `/types/articles/fields/title/kind` must be "attribute", "to-one", or "to-many", but it is "to-none".',
    ],
    [
      'a name with a slash',
      (it) => Object.assign(it.types, { 'a/b~c': 7 }),
      'after: `/types/a~1b~0c` must be an object, but it is 7.',
    ],
    [
      'a value that JSON does not have',
      (it) => Object.assign(it.limits, { pageSize: 1n }),
      'after: `/limits/pageSize` must be a JSON value, but it is a bigint.',
    ],
  ])('%s', (_, change, message) => {
    const after = describedArticles();
    change(after);
    expect(() => compareDescriptions(describedArticles(), after)).toThrow(`compareDescriptions: `);
    expect(() => compareDescriptions(describedArticles(), after)).toThrow(message);
  });

  test('a value that contains itself, or has too many levels', () => {
    const after = describedArticles();
    Object.assign(after.schemas, { circle: after });
    expect(() => compareDescriptions(describedArticles(), after)).toThrow('must not have more than 500 levels');
    const deep = JSON.parse(`${'{"not":'.repeat(5000)}true${'}'.repeat(5000)}`);
    const other = describedArticles();
    Object.assign(other.types['articles']?.fields['title'] ?? {}, { schema: deep });
    expect(() => compareDescriptions(describedArticles(), other)).toThrow('must not have more than 500 levels');
    expect(() => contractText(other)).toThrow('contractText: `description` must not have more than 500 levels');
  });
});

describe('malformed lists', () => {
  const change = { rule: 'field-removed', pointer: '/a', level: 'breaking', direction: 'both', message: 'x' };

  test('have a result, or an error that names the member', () => {
    const entry = { rule: 'field-removed', pointer: '/a', reason: 'x' };
    fc.assert(
      fc.property(mutantsOf([change]), mutantsOf([entry]), (changes, accepted) => {
        problemOf(() => {
          const review = reviewChanges(changes, accepted);
          for (const format of ['text', 'json', 'markdown', 'github'] as const) formatReview(review, format, true);
        }, aboutMember);
      }),
      { numRuns: casesOf('PROPERTY_RUNS', { long: 1000, short: 250 }) },
    );
  });

  test.each<[unknown, string]>([
    [{}, 'reviewChanges: `accepted` must be an array, but it is an object.'],
    [
      [{ rule: 'field-removed', pointer: '/' }],
      'reviewChanges: accepted: `/0/reason` must be a string, but it is undefined.',
    ],
  ])('%j', (accepted, message) => {
    expect(() => reviewChanges([], accepted as never)).toThrow(new TypeError(message));
  });
});

test.each(['2027-99-99', '2027-02-30', '2027-00-10', '27-01-01', ''])('`today` %j is not a day', (today) => {
  const description = describedArticles();
  const message = `compareDescriptions: \`today\` must be a date like "2027-01-31", but it is "${today}".`;
  expect(() => compareDescriptions(description, description, { today })).toThrow(new TypeError(message));
});
