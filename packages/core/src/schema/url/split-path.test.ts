import { expect, test } from 'vitest';
import { splitPath } from './resource-urls.ts';

const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const encoded = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

// A check of a host compares the path as it was sent, so each path must have one spelling.
test.each(characters)('%j is encoded only if a URL can need that', (character) => {
  const isNeedless = /[A-Za-z0-9._-]/.test(character);
  for (const text of [encoded(character), encoded(character).toUpperCase()])
    expect(splitPath(`/a/x${text}y`)).toEqual(isNeedless ? undefined : ['a', `x${character}y`]);
});

test.each([
  ['/', ['']],
  ['/a//b/', ['a', '', 'b', '']],
  ['/%C3%A9/%c3%a9', ['é', 'é']],
  ['/%2561', ['%61']],
  ['/%ff', undefined],
  ['/%', undefined],
])('%s', (path, segments) => expect(splitPath(path)).toEqual(segments));
