import { declaredArticles } from '../../../test/declared-articles.ts';
import { accepts, rejects } from '../../../test/rule-cases.ts';
import { apiTypes } from './declared-api.ts';

const api = declaredArticles;

accepts(apiTypes, [
  [
    'types of the API',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', id: '9' } } } } },
    { api },
  ],
  ['no API', { data: { type: 'x', id: '1' } }],
]);

rejects(apiTypes, [
  ['of a resource', { data: { type: 'constructor', id: '1' } }, '/data/type', { api }],
  [
    'of an identifier',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'persons', id: '9' } } } } },
    '/data/relationships/author/data/type',
    { api },
  ],
]);
