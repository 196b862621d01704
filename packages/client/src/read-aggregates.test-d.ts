import { type Api, attribute, defineApi, toMany, toOne } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Client } from './client.ts';
import { readAggregates } from './read-aggregates.ts';

const api = defineApi({
  issues: {
    attributes: {
      status: attribute(z.enum(['open', 'done']), { filter: true }),
      points: z.int().nullable(),
      price: z.string(),
      due: z.iso.date().nullable(),
      isUrgent: z.boolean(),
      secret: attribute(z.string(), { read: false }),
    },
    relationships: { owner: toOne(['people', 'teams']), comments: toMany('people') },
  },
  people: {},
  teams: {},
});
declare const client: Client<typeof api>;
declare const names: readonly ('points' | 'price')[];

test('a group has the values that the query asks for', async () => {
  const [group] = await readAggregates(client, 'issues', {
    groupBy: ['status', 'owner', 'due.month'],
    sum: ['points', 'price'],
    max: ['due'],
  });
  if (group === undefined) return;
  expectTypeOf(group.count).toEqualTypeOf<number>();
  expectTypeOf(group.by).toEqualTypeOf<{
    readonly status: 'open' | 'done' | null;
    readonly owner: { readonly type: 'people' | 'teams'; readonly id: string } | null;
    readonly 'due.month': string | null;
  }>();
  expectTypeOf(group.sum.points).toEqualTypeOf<number | string | null>();
  expectTypeOf(group.sum.price).toEqualTypeOf<string | null>();
  expectTypeOf(group.max).toEqualTypeOf<{ readonly due: string | null }>();
  // @ts-expect-error the query does not ask for it
  group.sum.status;
  // @ts-expect-error the query does not ask for least values
  group.min.due;
});

test('a part whose names the compiler does not know: some of them', async () => {
  const [group] = await readAggregates(client, 'issues', { sum: names });
  expectTypeOf(group?.sum.price).toEqualTypeOf<string | null | undefined>();
});

test('names are checked', () => {
  readAggregates(client, 'issues', {
    filter: [{ field: 'status', values: ['open'] }],
    page: {},
    parameters: { searchText: 'x' },
  });
  // @ts-expect-error there is no such type
  readAggregates(client, 'issue', {});
  // @ts-expect-error there is no such attribute
  readAggregates(client, 'issues', { groupBy: ['state'] });
  // @ts-expect-error a to-many relationship forms no groups
  readAggregates(client, 'issues', { groupBy: ['comments'] });
  // @ts-expect-error there is no such part of a time
  readAggregates(client, 'issues', { groupBy: ['due.second'] });
  // @ts-expect-error clients cannot read it
  readAggregates(client, 'issues', { groupBy: ['secret'] });
  // @ts-expect-error true and false cannot be added
  readAggregates(client, 'issues', { sum: ['isUrgent'] });
  // @ts-expect-error there is no such part
  readAggregates(client, 'issues', { average: ['points'] });
  // @ts-expect-error the field has other values
  readAggregates(client, 'issues', { filter: [{ field: 'status', values: ['closed'] }] });
});

test('an API whose types the compiler does not know', async () => {
  const [group] = await readAggregates({} as Client<Api>, 'anything', { groupBy: ['name'] });
  expectTypeOf(group?.by).toEqualTypeOf<{ readonly name: unknown } | undefined>();
});
