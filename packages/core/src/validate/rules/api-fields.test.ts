import { declaredArticles } from '../../../test/declared-articles.ts';
import { accepts, rejects } from '../../../test/rule-cases.ts';
import { apiFields } from './declared-api.ts';

const api = declaredArticles;

accepts(apiFields, [
  [
    'declared ones',
    {
      data: { type: 'articles', id: '1', attributes: { title: 1, '@x': 2 }, relationships: { author: { data: null } } },
    },
    { api },
  ],
  ['an unknown type', { data: { type: 'x', id: '1', attributes: { y: 1 } } }, { api }],
]);

rejects(apiFields, [
  ['an attribute', { data: { type: 'articles', id: '1', attributes: { body: 1 } } }, '/data/attributes/body', { api }],
  [
    'a relationship among the attributes',
    { data: { type: 'articles', id: '1', attributes: { author: 1 } } },
    '/data/attributes/author',
    { api },
  ],
  [
    'a relationship',
    { data: { type: 'articles', id: '1', relationships: { constructor: { data: null } } } },
    '/data/relationships/constructor',
    { api },
  ],
]);
