import { declaredArticles } from '../../../test/declared-articles.ts';
import { accepts, rejects } from '../../../test/rule-cases.ts';
import { apiLinkage } from './declared-api.ts';

const api = declaredArticles;

accepts(apiLinkage, [
  [
    'as declared',
    {
      data: {
        type: 'articles',
        id: '1',
        relationships: {
          author: { data: { type: 'people', id: '9' } },
          comments: { data: [{ type: 'comments', id: '5' }] },
        },
      },
    },
    { api },
  ],
  ['null', { data: { type: 'articles', id: '1', relationships: { author: { data: null } } } }, { api }],
  ['no data', { data: { type: 'articles', id: '1', relationships: { author: { meta: {} } } } }, { api }],
  ['an unknown relationship', { data: { type: 'articles', id: '1', relationships: { x: { data: [] } } } }, { api }],
  ['no linkage', { data: { type: 'articles', id: '1', relationships: { author: { data: 'x' } } } }, { api }],
  [
    'no linkage for an array',
    { data: { type: 'articles', id: '1', relationships: { comments: { data: 'x' } } } },
    { api },
  ],
  ['an unknown type', { data: { type: 'x', id: '1', relationships: { author: { data: [] } } } }, { api }],
]);

rejects(apiLinkage, [
  [
    'an array for one',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [] } } } },
    '/data/relationships/author/data',
    { api },
  ],
  [
    'one for an array',
    { data: { type: 'articles', id: '1', relationships: { comments: { data: { type: 'comments', id: '5' } } } } },
    '/data/relationships/comments/data',
    { api },
  ],
  [
    'null for an array',
    { data: { type: 'articles', id: '1', relationships: { comments: { data: null } } } },
    '/data/relationships/comments/data',
    { api },
  ],
  [
    'another type',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'comments', id: '5' } } } } },
    '/data/relationships/author/data/type',
    { api },
  ],
  [
    'another type in an array',
    {
      data: {
        type: 'articles',
        id: '1',
        relationships: { comments: { data: [{ type: 'comments', id: '5' }, { type: 'people', id: '9' }, null] } },
      },
    },
    '/data/relationships/comments/data/1/type',
    { api },
  ],
  [
    'an array of another type for one: once',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [{ type: 'comments', id: '5' }] } } } },
    '/data/relationships/author/data',
    { api },
  ],
]);
