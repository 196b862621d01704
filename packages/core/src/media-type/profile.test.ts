import { expect, test } from 'vitest';
import { defineProfile } from './profile.ts';

test('PRO-05: a profile is declared by its URI', () => {
  const definition = { uri: 'https://example.com/profiles/flexible' };
  const profile = defineProfile(definition);
  expect(profile).toEqual(definition);
  expect(Object.isFrozen(profile)).toBe(true);
  expect(Object.isFrozen(definition)).toBe(false);
});

test.each([[''], ['flexible'], ['/profiles/flexible'], ['https://a.example b'], ['https://a.example/"']])(
  'PRO-05: %j is no URI of a profile',
  (uri) => {
    expect(() => defineProfile({ uri })).toThrow(TypeError);
    expect(() => defineProfile({ uri })).toThrow(JSON.stringify(uri));
  },
);

test('a profile leads to places that exist, and is frozen at every depth', () => {
  const uri = 'https://example.com/profiles/flexible';
  const places = { 'p:page': { shape: 'object', others: 'value', names: 'any' } } as const;
  const profile = defineProfile({ uri, members: { meta: { page: 'p:page', at: null } }, places });
  expect(Object.isFrozen(profile.members.meta)).toBe(true);
  expect(Object.isFrozen(profile.places['p:page'])).toBe(true);
  for (const definition of [
    { members: { meta: { page: 'p:pages' } } },
    { places: { 'p:page': { shape: 'array', element: 'p:pages' } } },
  ] as const) {
    expect(() => defineProfile({ uri, ...definition })).toThrow('"p:pages"');
  }
});
