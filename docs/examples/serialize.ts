import { defineApi, serialize, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  comments: { attributes: { body: z.string() } },
  people: { attributes: { name: z.string() } },
});

// Records of your ORM: nested records, ids, null for "none", absent for "not loaded".
const record = { id: 1, title: 'Hello', author: { id: 9, name: 'Dan', passwordHash: 'stays here' }, comments: [5, 6] };
export const body: string = serialize(api, 'articles', record, { include: ['author'], fields: { people: ['name'] } });
