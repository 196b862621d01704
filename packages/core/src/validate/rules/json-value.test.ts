import { accepts, rejects } from '../../../test/rule-cases.ts';
import { jsonValue } from './members.ts';

const shared = [[]];
const circle: unknown[] = [[]];
circle.push({ again: circle });

accepts(jsonValue, [
  [
    'every kind of value',
    { data: { type: 'articles', id: '1', attributes: { a: [null, true, 1.5, 'x', { b: [] }], __proto__: 1 } } },
  ],
  ['an absent member', { data: { type: 'articles', id: '1', attributes: { a: undefined, b: { c: undefined } } } }],
  [
    'an object that is one of JSON later',
    { data: { type: 'articles', id: '1', attributes: { at: { toJSON: () => 'x' } } } },
  ],
  ['one array twice', { data: { type: 'articles', id: '1', attributes: { a: [shared, shared] } } }],
]);

rejects(jsonValue, [
  ['a function', { data: { type: 'articles', id: '1', attributes: { a: () => 1 } } }, '/data/attributes/a'],
  [
    'a symbol inside',
    { data: { type: 'articles', id: '1', attributes: { a: [Symbol.iterator] } } },
    '/data/attributes/a',
  ],
  ['a big integer', { meta: { a: 1n } }, '/meta/a'],
  ['an infinite number', { meta: { a: 1 / 0 } }, '/meta/a'],
  ['an infinite number inside', { meta: { a: [1 / 0] } }, '/meta/a'],
  ['an absent element', { meta: { a: [undefined] } }, '/meta/a'],
  ['a Map', { meta: { a: new Map() } }, '/meta/a'],
  [
    'a Set inside',
    { data: { type: 'articles', id: '1', attributes: { a: [{ b: new Set() }] } } },
    '/data/attributes/a',
  ],
  ['a circle', { meta: { circle } }, '/meta/circle'],
  [
    'a big integer with a wrong name',
    { data: { type: 'articles', id: '1', attributes: { 'a.b': 1n } } },
    '/data/attributes/a.b',
  ],
]);
