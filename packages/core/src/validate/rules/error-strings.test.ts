import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorStrings } from './errors.ts';

accepts(errorStrings, [['strings', { errors: [{ id: '', code: '', title: '', detail: '' }] }]]);

rejects(errorStrings, [
  [
    'numbers',
    { errors: [{ id: 1, code: 2, title: 3, detail: 4 }] },
    ['/errors/0/id', '/errors/0/code', '/errors/0/title', '/errors/0/detail'],
  ],
  ['null', { errors: [{ id: null }] }, '/errors/0/id'],
  ['an array', { errors: [{ detail: ['a'] }] }, '/errors/0/detail'],
]);
