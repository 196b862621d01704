import { accepts, rejects } from '../../../test/rule-cases.ts';
import { dataAndErrors } from './documents.ts';

accepts(dataAndErrors, [
  ['data', { data: null }],
  ['errors', { errors: [] }],
  ['an at-member', { data: null, '@errors': [] }],
]);

rejects(dataAndErrors, [
  ['both', { data: [], errors: [{ status: '500' }] }, ''],
  ['both, null and empty', { data: null, errors: [] }, ''],
]);
