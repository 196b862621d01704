import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { sharedFieldNames } from './resources.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });

accepts(sharedFieldNames, [
  [
    'different names',
    { data: { type: 'articles', id: '1', attributes: { a: 1, Author: 2 }, relationships: { author: { data: null } } } },
  ],
  ['at-members', { data: { type: 'articles', id: '1', attributes: { '@a': 1 }, relationships: { '@a': 1 } } }],
  [
    'names that objects inherit',
    { data: { type: 'articles', id: '1', attributes: {}, relationships: { constructor: { data: null } } } },
  ],
  [
    'members of an applied extension',
    { data: { type: 'articles', id: '1', attributes: { 'v:n': 1 }, relationships: { 'v:n': 1 } } },
    { extensions: [v] },
  ],
  [
    'an inherited attribute',
    {
      data: {
        type: 'articles',
        id: '1',
        attributes: Object.create({ author: 1 }),
        relationships: { author: { data: null } },
      },
    },
  ],
  [
    'an inherited relationship',
    {
      data: {
        type: 'articles',
        id: '1',
        attributes: { author: 1 },
        relationships: Object.create({ author: { data: null } }),
      },
    },
  ],
  [
    'relationships that are not an object',
    { data: { type: 'articles', id: '1', attributes: { '0': 1 }, relationships: 'x' } },
  ],
  [
    'attributes that are not an object',
    { data: { type: 'articles', id: '1', attributes: ['x'], relationships: { '0': { data: null } } } },
  ],
  [
    'an absent attribute',
    {
      data: { type: 'articles', id: '1', attributes: { author: undefined }, relationships: { author: { data: null } } },
    },
  ],
]);

rejects(sharedFieldNames, [
  [
    'the same name',
    { data: { type: 'articles', id: '1', attributes: { author: 1 }, relationships: { author: { data: null } } } },
    '/data/relationships/author',
  ],
  [
    'null as the value',
    { data: { type: 'articles', id: '1', attributes: { author: null }, relationships: { author: { data: null } } } },
    '/data/relationships/author',
  ],
  [
    'in included',
    {
      data: [],
      included: [
        { type: 'a', id: '1', attributes: { constructor: 1 }, relationships: { constructor: { data: null } } },
      ],
    },
    '/included/0/relationships/constructor',
  ],
]);
