import { accepts, rejects } from '../../../test/rule-cases.ts';
import { relationshipsObject } from './resources.ts';

accepts(relationshipsObject, [
  ['an object', { data: { type: 'articles', id: '1', relationships: {} } }],
  ['no relationships', { meta: {} }],
]);

rejects(relationshipsObject, [
  ['null', { data: { type: 'articles', id: '1', relationships: null } }, '/data/relationships'],
  ['an array', { data: { type: 'articles', id: '1', relationships: [] } }, '/data/relationships'],
  ['a string', { data: { type: 'articles', id: '1', relationships: 'x' } }, '/data/relationships'],
  ['a number', { data: { type: 'articles', id: '1', relationships: 1 } }, '/data/relationships'],
  ['false', { data: { type: 'articles', id: '1', relationships: false } }, '/data/relationships'],
]);
