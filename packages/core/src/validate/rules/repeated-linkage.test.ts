import { accepts, rejects } from '../../../test/rule-cases.ts';
import { repeatedLinkage } from './recommendations.ts';

accepts(repeatedLinkage, [
  [
    'different ones',
    {
      data: {
        type: 'articles',
        id: '1',
        relationships: {
          author: { data: [{ type: 'a', id: '1' }, { type: 'b', id: '1' }, { type: 'a', lid: '1' }, null] },
        },
      },
    },
  ],
  ['one', { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'a', id: '1' } } } } }],
]);

rejects(repeatedLinkage, [
  [
    'the same twice',
    {
      data: {
        type: 'articles',
        id: '1',
        relationships: {
          author: {
            data: [
              { type: 'a', id: '1' },
              { type: 'a', id: '1' },
            ],
          },
        },
      },
    },
    '/data/relationships/author/data/1',
  ],
]);

const linkageOf = (data: readonly unknown[]): object => ({
  data: { type: 'articles', id: '1', relationships: { author: { data } } },
});
const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);

accepts(repeatedLinkage, [
  ['a type that is an object with a toString', linkageOf([{ type: { toString: 1 }, id: '1' }])],
  [
    'types and ids that are deep arrays',
    linkageOf([
      { type: deep, id: deep },
      { type: 'a', id: deep },
    ]),
  ],
  [
    'a type that only reads alike',
    linkageOf([
      { type: 'a', id: '1' },
      { type: ['a'], id: '1' },
    ]),
  ],
  [
    'an id and a lid with the same text',
    linkageOf([
      { type: 'a', id: '1' },
      { type: 'a', lid: '1' },
    ]),
  ],
  [
    'several resources of one type',
    linkageOf([
      { type: 'a', id: '1' },
      { type: 'a', id: '2' },
      { type: 'a', lid: '1' },
      { type: 'a', lid: '2' },
    ]),
  ],
  ['the same id twice without a type', linkageOf([{ id: '1' }, { id: '1' }])],
  ['the same type twice without an id', linkageOf([{ type: 'a' }, { type: 'a' }])],
]);

rejects(repeatedLinkage, [
  [
    'the same lid twice',
    linkageOf([
      { type: 'a', lid: '1' },
      { type: 'b', lid: '1' },
      { type: 'a', lid: '1' },
    ]),
    '/data/relationships/author/data/2',
  ],
]);
