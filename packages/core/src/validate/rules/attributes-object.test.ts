import { accepts, rejects } from '../../../test/rule-cases.ts';
import { attributesObject } from './resources.ts';

accepts(attributesObject, [
  ['an object', { data: { type: 'articles', id: '1', attributes: {} } }],
  ['no attributes', { meta: {} }],
]);

rejects(attributesObject, [
  ['null', { data: { type: 'articles', id: '1', attributes: null } }, '/data/attributes'],
  ['an array', { data: { type: 'articles', id: '1', attributes: [] } }, '/data/attributes'],
  ['a string', { data: { type: 'articles', id: '1', attributes: 'x' } }, '/data/attributes'],
  ['a number', { data: { type: 'articles', id: '1', attributes: 1 } }, '/data/attributes'],
  ['false', { data: { type: 'articles', id: '1', attributes: false } }, '/data/attributes'],
]);
