import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorParameter } from './errors.ts';

accepts(errorParameter, [['a string', { errors: [{ source: { parameter: 'page[size]' } }] }]]);

rejects(errorParameter, [
  ['an array', { errors: [{ source: { parameter: ['sort'] } }] }, '/errors/0/source/parameter'],
  ['null', { errors: [{ source: { parameter: null } }] }, '/errors/0/source/parameter'],
]);
