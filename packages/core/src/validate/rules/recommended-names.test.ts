import { accepts, rejects } from '../../../test/rule-cases.ts';
import { recommendedNames } from './recommendations.ts';

accepts(recommendedNames, [
  ['camel case', { data: { type: 'articles', id: '1', attributes: { a: 1, firstName: 2, isbn13code: 3, '@A_b': 4 } } }],
  ['members of extensions', { data: { type: 'articles', id: '1', attributes: { 'v:n': 1 } } }],
]);

rejects(recommendedNames, [
  ['a hyphen', { data: { type: 'articles', id: '1', attributes: { 'first-name': 1 } } }, '/data/attributes/first-name'],
  [
    'a capital first',
    { data: { type: 'articles', id: '1', relationships: { Author: { data: null } } } },
    '/data/relationships/Author',
  ],
  ['a digit last', { data: { type: 'articles', id: '1', attributes: { line1: 1 } } }, '/data/attributes/line1'],
  ['a type', { data: { type: 'blog_posts', id: '1' } }, '/data/type'],
  [
    'letters outside of ASCII',
    { data: { type: 'articles', id: '1', attributes: { größe: 1 } } },
    '/data/attributes/größe',
  ],
]);
