import { accepts, rejects } from '../../../test/rule-cases.ts';
import { localId } from './compound-documents.ts';

accepts(localId, [
  [
    'the same lid everywhere',
    { data: { type: 'a', id: '1', lid: 'x', relationships: { b: { data: { type: 'a', id: '1', lid: 'x' } } } } },
  ],
  [
    'the same lid of another type',
    {
      data: [
        { type: 'a', id: '1', lid: 'x' },
        { type: 'b', id: '2', lid: 'x' },
      ],
    },
  ],
  ['a lid without an id', { data: { type: 'a', lid: 'x', relationships: { b: { data: { type: 'a', lid: 'y' } } } } }],
  [
    'no types',
    {
      data: [
        { id: '1', lid: 'x' },
        { id: '1', lid: 'y' },
      ],
    },
  ],
]);

rejects(localId, [
  [
    'another lid',
    { data: { type: 'a', id: '1', lid: 'x', relationships: { b: { data: { type: 'a', id: '1', lid: 'y' } } } } },
    '/data/relationships/b/data/lid',
  ],
  [
    'another id',
    {
      data: [
        { type: 'a', id: '1', lid: 'x' },
        { type: 'a', id: '2', lid: 'x' },
      ],
    },
    '/data/1/lid',
  ],
  [
    'another lid, which is right for the next one',
    {
      data: [
        { type: 'a', id: '1', lid: 'x' },
        { type: 'a', id: '1', lid: 'y' },
        { type: 'a', id: '2', lid: 'y' },
      ],
    },
    '/data/1/lid',
  ],
  [
    'another id, whose lid comes next',
    {
      data: [
        { type: 'a', id: '1', lid: 'x' },
        { type: 'a', id: '2', lid: 'x' },
        { type: 'a', id: '2', lid: 'y' },
      ],
    },
    '/data/1/lid',
  ],
  [
    'a lid that is wrong in both ways: once',
    {
      data: [
        { type: 'a', id: '1', lid: 'x' },
        { type: 'a', id: '2', lid: 'y' },
        { type: 'a', id: '1', lid: 'y' },
      ],
    },
    '/data/2/lid',
  ],
  [
    'another lid twice',
    {
      data: [
        { type: 'a', id: '1', lid: 'x' },
        { type: 'a', id: '1', lid: 'y' },
        { type: 'a', id: '1', lid: 'y' },
      ],
    },
    ['/data/1/lid', '/data/2/lid'],
  ],
  [
    'another lid of the second resource of a type',
    {
      data: [
        { type: 'a', id: '1', lid: 'x' },
        { type: 'a', id: '2', lid: 'y' },
        { type: 'a', id: '2', lid: 'z' },
      ],
    },
    '/data/2/lid',
  ],
]);

accepts(localId, [
  [
    'types and ids that give the same text when they are joined',
    {
      data: [
        { type: 'a\nb', id: 'c', lid: 'x' },
        { type: 'a', id: 'b\nc', lid: 'y' },
      ],
    },
  ],
  [
    'types and lids that give the same text when they are joined',
    {
      data: [
        { type: 'a\nb', id: '1', lid: 'c' },
        { type: 'a', id: '2', lid: 'b\nc' },
      ],
    },
  ],
]);
