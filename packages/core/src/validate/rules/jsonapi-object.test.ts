import { accepts, rejects } from '../../../test/rule-cases.ts';
import { jsonapiObject } from './documents.ts';

accepts(jsonapiObject, [
  ['an object', { meta: {}, jsonapi: {} }],
  ['no jsonapi', { meta: {} }],
]);

rejects(jsonapiObject, [
  ['null', { meta: {}, jsonapi: null }, '/jsonapi'],
  ['an array', { meta: {}, jsonapi: [] }, '/jsonapi'],
  ['a string', { meta: {}, jsonapi: 'x' }, '/jsonapi'],
  ['a number', { meta: {}, jsonapi: 1 }, '/jsonapi'],
  ['false', { meta: {}, jsonapi: false }, '/jsonapi'],
]);
