import { accepts, rejects } from '../../../test/rule-cases.ts';
import { jsonapiUris } from './documents.ts';

accepts(jsonapiUris, [
  ['URIs', { meta: {}, jsonapi: { ext: ['https://jsonapi.org/ext/atomic'], profile: ['urn:example:a'] } }],
  ['empty arrays', { meta: {}, jsonapi: { ext: [], profile: [] } }],
]);

rejects(jsonapiUris, [
  ['a string', { meta: {}, jsonapi: { ext: 'https://example.com/' } }, '/jsonapi/ext'],
  ['null', { meta: {}, jsonapi: { profile: null } }, '/jsonapi/profile'],
  ['an object', { meta: {}, jsonapi: { profile: {} } }, '/jsonapi/profile'],
  ['a number in the array', { meta: {}, jsonapi: { ext: ['https://example.com/', 1] } }, '/jsonapi/ext/1'],
  ['no URI', { meta: {}, jsonapi: { profile: ['cursor pagination'] } }, '/jsonapi/profile/0'],
]);
