import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { test } from 'vitest';
import { z } from 'zod';
import type { Client } from './client.ts';
import { relatedQuery } from './related-query.ts';

const asked = { sort: true, filter: true } as const;
const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { comments: toMany('comments') } },
  comments: {
    attributes: { state: attribute(z.enum(['open', 'done']), asked), note: z.string() },
    relationships: { author: toOne('people'), likes: toMany('people') },
  },
  people: { attributes: { name: attribute(z.string(), asked) } },
});
declare const client: Client<typeof api>;

test('the query is that of the resources at the end of the path', () => {
  relatedQuery(client, 'articles', 'comments', { filter: [{ field: 'state', values: ['open'] }], sort: ['-state'] });
  relatedQuery(client, 'articles', 'comments.likes', { sort: ['name'], page: { size: 5 } });
  // @ts-expect-error the attribute has no such value
  relatedQuery(client, 'articles', 'comments', { filter: [{ field: 'state', values: ['other'] }] });
  // @ts-expect-error the attribute cannot be sorted by
  relatedQuery(client, 'articles', 'comments', { sort: ['note'] });
  // @ts-expect-error people do not have the attribute
  relatedQuery(client, 'articles', 'comments.likes', { sort: ['state'] });
  // @ts-expect-error the type does not have the relationship
  relatedQuery(client, 'articles', 'other', {});
});
