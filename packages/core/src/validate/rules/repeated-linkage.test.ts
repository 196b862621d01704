import { accepts, rejects } from '../../../test/rule-cases.ts';
import { repeatedLinkage } from './repeated-linkage.ts';

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
