import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorStatus } from './errors.ts';

accepts(errorStatus, [
  ['a status', { errors: [{ status: '422' }] }],
  ['none', { errors: [{ code: 'x' }] }],
]);

rejects(errorStatus, [
  ['a number', { errors: [{ status: 422 }] }, '/errors/0/status'],
  ['a word', { errors: [{ status: 'error' }] }, '/errors/0/status'],
  ['the empty string', { errors: [{ status: '' }] }, '/errors/0/status'],
  ['no status of HTTP', { errors: [{ status: '600' }] }, '/errors/0/status'],
  ['a line feed', { errors: [{ status: '422\n' }] }, '/errors/0/status'],
  ['null', { errors: [{ status: null }] }, '/errors/0/status'],
]);
