import { accepts, rejects } from '../../../test/rule-cases.ts';
import { uniqueResources } from './compound-documents.ts';

accepts(uniqueResources, [
  [
    'another id',
    {
      data: [
        { type: 'a', id: '1', attributes: {} },
        { type: 'a', id: '2', attributes: {} },
      ],
    },
  ],
  [
    'another type',
    {
      data: [
        { type: 'a', id: '1', attributes: {} },
        { type: 'b', id: '1', attributes: {} },
      ],
    },
  ],
  [
    'identifiers as primary data',
    {
      data: [
        { type: 'a', id: '1' },
        { type: 'a', id: '1' },
      ],
      included: [{ type: 'a', id: '1', attributes: {} }],
    },
  ],
  [
    'a local id equal to an id',
    { data: [{ type: 'a', id: '1', attributes: {} }], included: [{ type: 'a', lid: '1', attributes: {} }] },
  ],
  ['names that objects inherit', { data: [{ type: 'constructor', id: '__proto__', attributes: {} }] }],
  [
    'an identifier as primary data',
    { data: { type: 'a', id: '1' }, included: [{ type: 'a', id: '1', attributes: {} }] },
  ],
  [
    'types that are not strings',
    {
      data: [
        { type: 1, id: '1', attributes: {} },
        { type: 1, id: '1', attributes: {} },
      ],
    },
  ],
]);

rejects(uniqueResources, [
  [
    'twice in data',
    {
      data: [
        { type: 'a', id: '1', attributes: {} },
        { type: 'a', id: '1', attributes: {} },
      ],
    },
    '/data/1',
  ],
  [
    'in data and in included',
    { data: [{ type: 'a', id: '1', attributes: {} }], included: [{ type: 'a', id: '1', attributes: {} }] },
    '/included/0',
  ],
  [
    'included before data',
    { included: [{ type: 'a', id: '1', attributes: {} }], data: [{ type: 'a', id: '1', attributes: {} }] },
    '/data/0',
  ],
  [
    'twice in included',
    {
      data: [],
      included: [
        { type: 'a', id: '1', attributes: {} },
        { type: 'b', id: '1' },
        { type: 'a', id: '1' },
      ],
    },
    '/included/2',
  ],
  [
    'three times',
    {
      data: [
        { type: 'a', id: '1', attributes: {} },
        { type: 'a', id: '1', attributes: {} },
        { type: 'a', id: '1', attributes: {} },
      ],
    },
    ['/data/1', '/data/2'],
  ],
  [
    'one local id twice',
    {
      data: [
        { type: 'a', lid: 'x', attributes: {} },
        { type: 'a', lid: 'x', attributes: {} },
      ],
    },
    '/data/1',
  ],
  [
    'a bare one after a resource object, which shows that it is not an identifier',
    {
      data: [
        { type: 'a', id: '1', attributes: {} },
        { type: 'a', id: '1' },
      ],
    },
    '/data/1',
  ],
  [
    'a bare one before it',
    {
      data: [
        { type: 'a', id: '1' },
        { type: 'a', id: '1', attributes: {} },
      ],
    },
    '/data/1',
  ],
  [
    'two bare ones before another resource object',
    {
      data: [
        { type: 'a', id: '1', meta: {} },
        { type: 'a', id: '1', lid: 'x' },
        { type: 'a', id: '2', attributes: {} },
      ],
    },
    '/data/1',
  ],
  [
    'a bare one among resource objects, and in included',
    {
      data: [
        { type: 'a', id: '1' },
        { type: 'a', id: '2', links: {} },
      ],
      included: [{ type: 'a', id: '1', attributes: {} }],
    },
    '/included/0',
  ],
  [
    'with relationships',
    {
      data: [
        { type: 'a', id: '1', relationships: {} },
        { type: 'a', id: '1', links: {} },
      ],
    },
    '/data/1',
  ],
]);
