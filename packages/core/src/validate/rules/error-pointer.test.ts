import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorPointer } from './errors.ts';

accepts(errorPointer, [
  ['the whole document', { errors: [{ source: { pointer: '' } }] }],
  ['a member', { errors: [{ source: { pointer: '/data/attributes/title' } }] }],
  ['escapes', { errors: [{ source: { pointer: '/a~1b~0c' } }] }],
  ['the empty key', { errors: [{ source: { pointer: '/' } }] }],
]);

rejects(errorPointer, [
  ['no slash', { errors: [{ source: { pointer: 'data' } }] }, '/errors/0/source/pointer'],
  ['JSONPath', { errors: [{ source: { pointer: '$.data' } }] }, '/errors/0/source/pointer'],
  ['a fragment', { errors: [{ source: { pointer: '#/data' } }] }, '/errors/0/source/pointer'],
  ['a tilde', { errors: [{ source: { pointer: '/a~2' } }] }, '/errors/0/source/pointer'],
  ['a tilde last', { errors: [{ source: { pointer: '/a~' } }] }, '/errors/0/source/pointer'],
  ['a number', { errors: [{ source: { pointer: 1 } }] }, '/errors/0/source/pointer'],
  ['null', { errors: [{ source: { pointer: null } }] }, '/errors/0/source/pointer'],
]);
