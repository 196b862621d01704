import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { relationshipObject } from './relationships.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });
const w = defineExtension({ uri: 'https://example.com/w', namespace: 'w', members: { relationship: { n: null } } });

accepts(relationshipObject, [
  ['data', { data: { type: 'articles', id: '1', relationships: { author: { data: null } } } }],
  ['links', { data: { type: 'articles', id: '1', relationships: { author: { links: { self: '/' } } } } }],
  ['meta', { data: { type: 'articles', id: '1', relationships: { author: { meta: {} } } } }],
  [
    'a member of an applied extension',
    { data: { type: 'articles', id: '1', relationships: { author: { 'v:n': 1 } } } },
    { extensions: [v] },
  ],
  [
    'a member that an applied extension declares',
    { data: { type: 'articles', id: '1', relationships: { author: { 'w:n': 1 } } } },
    { extensions: [w] },
  ],
  ['an at-member', { data: { type: 'articles', id: '1', relationships: { '@author': 1 } } }],
]);

rejects(relationshipObject, [
  ['null', { data: { type: 'articles', id: '1', relationships: { author: null } } }, '/data/relationships/author'],
  [
    'a string',
    { data: { type: 'articles', id: '1', relationships: { author: '/people/9' } } },
    '/data/relationships/author',
  ],
  ['an array', { data: { type: 'articles', id: '1', relationships: { author: [] } } }, '/data/relationships/author'],
  ['nothing', { data: { type: 'articles', id: '1', relationships: { author: {} } } }, '/data/relationships/author'],
  [
    'an at-member only',
    { data: { type: 'articles', id: '1', relationships: { author: { '@data': null } } } },
    '/data/relationships/author',
  ],
  [
    'a member of an extension that is not applied',
    { data: { type: 'articles', id: '1', relationships: { author: { 'v:n': 1 } } } },
    '/data/relationships/author',
  ],
  [
    'a member that an applied extension does not declare',
    { data: { type: 'articles', id: '1', relationships: { author: { 'w:m': 1 } } } },
    '/data/relationships/author',
    { extensions: [w] },
  ],
]);
