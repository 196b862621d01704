import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorMembers } from './errors.ts';

accepts(errorMembers, [
  ['id', { errors: [{ id: '1' }] }],
  ['links', { errors: [{ links: {} }] }],
  ['status', { errors: [{ status: '500' }] }],
  ['code', { errors: [{ code: 'a' }] }],
  ['title', { errors: [{ title: 'a' }] }],
  ['detail', { errors: [{ detail: 'a' }] }],
  ['source', { errors: [{ source: {} }] }],
  ['meta', { errors: [{ meta: {} }] }],
]);

rejects(errorMembers, [
  ['nothing', { errors: [{}] }, '/errors/0'],
  ['an at-member', { errors: [{ '@id': 1 }] }, '/errors/0'],
  ['an undefined member', { errors: [{ message: 1 }] }, '/errors/0'],
  ['the second one', { errors: [{ status: '500' }, {}] }, '/errors/1'],
]);
