import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linkage } from './relationships.ts';

accepts(linkage, [
  ['null', { data: { type: 'articles', id: '1', relationships: { author: { data: null } } } }],
  ['an empty array', { data: { type: 'articles', id: '1', relationships: { author: { data: [] } } } }],
  [
    'an identifier',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', id: '9' } } } } },
  ],
  [
    'identifiers',
    {
      data: {
        type: 'articles',
        id: '1',
        relationships: {
          author: {
            data: [
              { type: 'people', id: '9' },
              { type: 'people', id: '9' },
            ],
          },
        },
      },
    },
  ],
]);

rejects(linkage, [
  [
    'a string',
    { data: { type: 'articles', id: '1', relationships: { author: { data: '9' } } } },
    '/data/relationships/author/data',
  ],
  [
    'a number',
    { data: { type: 'articles', id: '1', relationships: { author: { data: 9 } } } },
    '/data/relationships/author/data',
  ],
  [
    'null in an array',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [null] } } } },
    '/data/relationships/author/data/0',
  ],
  [
    'an array in an array',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [[]] } } } },
    '/data/relationships/author/data/0',
  ],
  ['of a document about a relationship', { data: ['9'] }, '/data/0', { as: 'relationship' }],
  ['no linkage at all', { data: 1 }, '/data', { as: 'relationship' }],
]);
