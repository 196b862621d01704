import { expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { toMany, toOne } from './relationship.ts';
import { withIncluded } from './requested-fields.ts';

const api = defineApi({
  notes: {
    attributes: { title: z.string(), text: attribute(z.string(), { onDemand: true }) },
    relationships: {
      by: toOne('people', { onDemand: true }),
      readers: toMany('people', { onDemand: true }),
      on: toOne('notes'),
    },
  },
  people: {
    attributes: { name: z.string() },
    relationships: { boss: toOne('people', { onDemand: true }), team: toOne('people', { onDemand: true }) },
  },
});
const notes = ['title', 'on'];

test.each<[string, Parameters<typeof withIncluded>[1], readonly string[] | undefined, object | undefined]>([
  ['no include', undefined, undefined, undefined],
  ['an include without paths', undefined, [], undefined],
  ['a relationship that is always shown', undefined, ['on'], undefined],
  ['a relationship on request', undefined, ['by'], { notes: [...notes, 'by'] }],
  [
    'two of them, in the order of the declaration',
    undefined,
    ['readers', 'by'],
    { notes: [...notes, 'by', 'readers'] },
  ],
  ['each step of a path', undefined, ['by.boss'], { notes: [...notes, 'by'], people: ['name', 'boss'] }],
  ['a step between others', undefined, ['on.by.boss'], { notes: [...notes, 'by'], people: ['name', 'boss'] }],
  ['a name that only begins like a step', undefined, ['readersOfAll', 'bossy'], undefined],
  ['a fieldset of the client', { notes: ['title'] }, ['by'], { notes: ['title'] }],
  ['an empty fieldset of the client', { notes: [] }, ['by'], { notes: [] }],
  ['a fieldset of another type', { notes: ['title'] }, ['by.team'], { notes: ['title'], people: ['name', 'team'] }],
  // `buildDocument` says then what the option must be.
  ['a text in the place of the paths', undefined, 'by' as never, undefined],
])('the fieldsets with %s', (_, fields, include, expected) => {
  const shown = withIncluded(api, fields, include);
  expect(shown === undefined ? undefined : { ...shown }).toStrictEqual(expected);
});
