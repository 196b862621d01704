import { accepts, rejects } from '../../../test/rule-cases.ts';
import { documentObject } from './documents.ts';

accepts(documentObject, [['an object', { meta: {} }]]);

rejects(documentObject, [
  ['null', null, ''],
  ['an array', [], ''],
  ['a string', 'x', ''],
  ['a number', 0, ''],
  ['nothing', undefined, ''],
  ['a function', () => ({}), ''],
]);
