import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorObjects } from './errors.ts';

accepts(errorObjects, [
  ['an array of objects', { errors: [{ status: '500' }] }],
  ['an empty array', { errors: [] }],
]);

rejects(errorObjects, [
  ['an object', { errors: {} }, '/errors'],
  ['null', { errors: null }, '/errors'],
  ['a string in the array', { errors: [{ status: '500' }, 'no'] }, '/errors/1'],
  ['null in the array', { errors: [null] }, '/errors/0'],
  ['an array in the array', { errors: [[]] }, '/errors/0'],
]);
