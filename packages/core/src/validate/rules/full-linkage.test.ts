import { accepts, rejects } from '../../../test/rule-cases.ts';
import { fullLinkage } from './compound-documents.ts';

accepts(fullLinkage, [
  [
    'linked by a resource',
    {
      data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', id: '9' } } } },
      included: [{ type: 'people', id: '9' }],
    },
  ],
  [
    'linked by an included resource',
    {
      data: [{ type: 'articles', id: '1', relationships: { comments: { data: [{ type: 'comments', id: '5' }] } } }],
      included: [
        { type: 'people', id: '9' },
        { type: 'comments', id: '5', relationships: { author: { data: { type: 'people', id: '9' } } } },
      ],
    },
  ],
  [
    'hidden by sparse fieldsets',
    { data: { type: 'articles', id: '1' }, included: [{ type: 'people', id: '9' }] },
    { sparseFieldsets: true },
  ],
  [
    'an identifier as primary data',
    { data: { type: 'people', id: '9' }, included: [{ ...{ type: 'people', id: '9' }, attributes: {} }] },
  ],
  [
    'identifiers of a relationship',
    { data: [{ type: 'people', id: '9' }], included: [{ type: 'people', id: '9' }] },
    { as: 'relationship' },
  ],
  ['a request', { data: { type: 'articles' }, included: [{ type: 'people', id: '9' }] }, { as: 'create' }],
  ['an update', { data: { type: 'articles', id: '1' }, included: [{ type: 'people', id: '9' }] }, { as: 'update' }],
  [
    'an update of a relationship',
    { data: [{ type: 'people', id: '9' }], included: [{ type: 'people', id: '8' }] },
    { as: 'update-relationship' },
  ],
  [
    'a local id',
    {
      data: { type: 'a', relationships: { b: { data: { type: 'c', lid: 'x' } } } },
      included: [{ type: 'c', lid: 'x' }],
    },
  ],
]);

rejects(fullLinkage, [
  ['not linked', { data: { type: 'articles', id: '1' }, included: [{ type: 'people', id: '9' }] }, '/included/0'],
  ['null as primary data', { data: null, included: [{ type: 'people', id: '9' }] }, '/included/0'],
  [
    'links only',
    {
      data: { type: 'articles', id: '1', relationships: { author: { links: { related: '/people/9' } } } },
      included: [{ type: 'people', id: '9' }],
    },
    '/included/0',
  ],
  [
    'linked in the other direction',
    {
      data: { type: 'articles', id: '1' },
      included: [{ type: 'people', id: '9', relationships: { articles: { data: [{ type: 'articles', id: '1' }] } } }],
    },
    '/included/0',
  ],
  [
    'an island of two',
    {
      data: [],
      included: [
        { type: 'a', id: '1', relationships: { b: { data: { type: 'a', id: '2' } } } },
        { type: 'a', id: '2', relationships: { b: { data: { type: 'a', id: '1' } } } },
      ],
    },
    ['/included/0', '/included/1'],
  ],
  [
    'linked by an at-member',
    {
      data: { type: 'a', id: '1', relationships: { '@b': { data: { type: 'people', id: '9' } } } },
      included: [{ type: 'people', id: '9' }],
    },
    '/included/0',
  ],
  [
    'another type',
    {
      data: { type: 'a', id: '1', relationships: { b: { data: { type: 'persons', id: '9' } } } },
      included: [{ type: 'people', id: '9' }],
    },
    '/included/0',
  ],
  [
    'another id',
    {
      data: { type: 'a', id: '1', relationships: { b: { data: { type: 'people', id: '8' } } } },
      included: [{ type: 'people', id: '9' }],
    },
    '/included/0',
  ],
  [
    'an id that is a local id',
    {
      data: { type: 'a', id: '1', relationships: { b: { data: { type: 'people', lid: '9' } } } },
      included: [{ type: 'people', id: '9' }],
    },
    '/included/0',
  ],
  [
    'odd relationships',
    {
      data: { type: 'a', id: '1', relationships: { b: null, c: { data: 'x' }, d: { data: [null] } } },
      included: [{ type: 'people', id: '9' }],
    },
    '/included/0',
    { rules: { 'relationship-object': 'off', linkage: 'off' } },
  ],
  [
    'relationships that are not an object',
    {
      data: { type: 'a', id: '1', relationships: [{ data: { type: 'people', id: '9' } }] },
      included: [{ type: 'people', id: '9' }],
    },
    '/included/0',
    { rules: { 'relationships-object': 'off' } },
  ],
]);

const people = { type: 'people', id: '9' };
const linkedBy = (relationship: unknown): object => ({
  data: { type: 'a', id: '1', relationships: { b: relationship } },
  included: [people],
});

accepts(fullLinkage, [
  ['linkage that cannot be read, as another rule says', linkedBy({ data: 'people' })],
  ['an identifier without an id, as another rule says', linkedBy({ data: { type: 'people' } })],
  ['included without data, as another rule says', { meta: {}, included: [people, { type: 'people', id: '8' }] }],
  ['a resource without a type, as another rule says', { ...linkedBy({ data: people }), included: [{ id: '9' }] }],
  ['a resource that is repeated, as another rule says', { data: people, included: [people, people] }],
  [
    'what is linked by a resource that is repeated',
    {
      data: { type: 'a', id: '1', relationships: { b: { data: people } } },
      included: [people, { ...people, relationships: { c: { data: { type: 'c', id: '1' } } } }, { type: 'c', id: '1' }],
    },
  ],
  [
    'the same before its resource is linked',
    {
      included: [people, { ...people, relationships: { c: { data: { type: 'c', id: '1' } } } }, { type: 'c', id: '1' }],
      data: { type: 'a', id: '1', relationships: { b: { data: people } } },
    },
  ],
  ['a primary resource that is in included before', { included: [people], data: { ...people, attributes: {} } }],
]);

rejects(fullLinkage, [
  ['two of one identity: once', { data: null, included: [people, people] }, '/included/0'],
  ['linkage that is inherited', linkedBy(Object.assign(Object.create({ data: people }), { meta: {} })), '/included/0'],
  [
    'an identifier with an inherited type',
    linkedBy({ data: Object.assign(Object.create({ type: 'people' }), { id: '9' }) }),
    '/included/0',
    { rules: { 'identifier-type': 'off' } },
  ],
]);
