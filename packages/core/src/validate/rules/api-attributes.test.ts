import { z } from 'zod';
import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import type { StandardSchema } from '../../schema/standard-schema.ts';
import { apiAttributes } from './declared-api.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), tags: z.array(z.string()) },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: {},
  comments: {},
});
const later = defineApi({ articles: { attributes: { title: z.string().refine(async () => false) } } });
const failing: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate() {
      throw new RangeError('no');
    },
  },
};
const broken = defineApi({ articles: { attributes: { title: failing } } });

accepts(apiAttributes, [
  ['values the schemas take', { data: { type: 'articles', id: '1', attributes: { title: 'x', tags: [] } } }, { api }],
  ['other attributes', { data: { type: 'articles', id: '1', attributes: { body: 1 } } }, { api }],
  ['an absent value', { data: { type: 'articles', id: '1', attributes: { title: undefined } } }, { api }],
  ['a schema that answers later', { data: { type: 'articles', id: '1', attributes: { title: 'x' } } }, { api: later }],
  ['an unknown type', { data: { type: 'x', id: '1', attributes: { title: 1 } } }, { api }],
]);

rejects(apiAttributes, [
  [
    'a value the schema rejects',
    { data: { type: 'articles', id: '1', attributes: { title: 1 } } },
    '/data/attributes/title',
    { api },
  ],
  [
    'a part the schema rejects',
    { data: { type: 'articles', id: '1', attributes: { tags: ['a', 1] } } },
    '/data/attributes/tags/1',
    { api },
  ],
  [
    'a schema that throws',
    { data: { type: 'articles', id: '1', attributes: { title: 1 } } },
    '/data/attributes/title',
    { api: broken },
  ],
]);
