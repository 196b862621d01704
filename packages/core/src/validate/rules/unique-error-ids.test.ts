import { accepts, rejects } from '../../../test/rule-cases.ts';
import { uniqueErrorIds } from './errors.ts';

accepts(uniqueErrorIds, [
  ['different ids', { errors: [{ id: '1' }, { id: '2' }] }],
  ['none', { errors: [{ code: 'a' }, { code: 'a' }] }],
  ['no objects', { errors: [null, null, 'x'] }],
]);

rejects(uniqueErrorIds, [
  ['one id twice', { errors: [{ id: '1' }, { id: '2' }, { id: '1' }] }, '/errors/2/id'],
  ['the empty id', { errors: [{ id: '' }, { id: '' }] }, '/errors/1/id'],
]);
