import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorSource } from './errors.ts';

accepts(errorSource, [['an object', { errors: [{ source: {} }] }]]);

rejects(errorSource, [
  ['null', { errors: [{ source: null }] }, '/errors/0/source'],
  ['a string', { errors: [{ source: '/data' }] }, '/errors/0/source'],
  ['an array', { errors: [{ source: [] }] }, '/errors/0/source'],
]);
