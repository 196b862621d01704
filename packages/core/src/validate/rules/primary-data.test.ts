import { accepts, rejects } from '../../../test/rule-cases.ts';
import { primaryData } from './documents.ts';

accepts(primaryData, [
  ['null', { data: null }],
  ['a resource', { data: { type: 'articles', id: '1' } }],
  ['an empty array', { data: [] }],
  ['an array', { data: [{ type: 'a', id: '1' }] }],
  ['no data', { meta: {} }],
]);

rejects(primaryData, [
  ['a string', { data: 'x' }, '/data'],
  ['a number', { data: 0 }, '/data'],
  ['false', { data: false }, '/data'],
  ['null in an array', { data: [{ type: 'a', id: '1' }, null] }, '/data/1'],
  ['an array in an array', { data: [[]] }, '/data/0'],
]);
