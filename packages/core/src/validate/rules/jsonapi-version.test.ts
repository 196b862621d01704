import { accepts, rejects } from '../../../test/rule-cases.ts';
import { jsonapiVersion } from './documents.ts';

accepts(jsonapiVersion, [
  ['a string', { meta: {}, jsonapi: { version: '1.1' } }],
  ['no version', { meta: {}, jsonapi: {} }],
]);

rejects(jsonapiVersion, [
  ['a number', { meta: {}, jsonapi: { version: 1.1 } }, '/jsonapi/version'],
  ['null', { meta: {}, jsonapi: { version: null } }, '/jsonapi/version'],
]);
