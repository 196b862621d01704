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
