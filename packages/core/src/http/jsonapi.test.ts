import { expect, test } from 'vitest';
import { jsonapiObject } from './jsonapi.ts';

const negotiated = {
  requestExtensions: [],
  requestProfiles: [],
  extensions: [],
  profiles: [],
  contentType: '',
  vary: 'Accept',
} as const;

test.each([
  ['VER-01 the version alone', undefined, { version: '1.1' }],
  ['no empty lists', negotiated, { version: '1.1' }],
  ['JAP-03 extensions', { ...negotiated, extensions: ['urn:e'] }, { version: '1.1', ext: ['urn:e'] }],
  ['JAP-04 profiles', { ...negotiated, profiles: ['urn:p'] }, { version: '1.1', profile: ['urn:p'] }],
])('jsonapiObject: %s', (_, given, object) => {
  expect(jsonapiObject(given)).toEqual(object);
});
