import { expectTypeOf, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import type { ServerProfile } from '../server-profile.ts';
import { aggregates } from './aggregates.ts';

test('aggregates know the attributes of each type', () => {
  expectTypeOf(aggregates(blog, { articles: { groupBy: ['title'], sum: ['views'] } })).toEqualTypeOf<ServerProfile>();
  // @ts-expect-error This type does not exist.
  expectTypeOf(aggregates(blog, { nope: {} })).not.toBeAny();
  aggregates(
    blog,
    { articles: { groupBy: ['author', 'title.month'] } },
    { timeZone: ({ zone }: { zone: string }) => zone },
  );
  // @ts-expect-error A to-many relationship forms no groups.
  expectTypeOf(aggregates(blog, { articles: { groupBy: ['comments'] } })).not.toBeAny();
  // @ts-expect-error This part of a time does not exist.
  expectTypeOf(aggregates(blog, { articles: { groupBy: ['title.second'] } })).not.toBeAny();
  // @ts-expect-error This part does not exist.
  expectTypeOf(aggregates(blog, { articles: { average: ['views'] } })).not.toBeAny();
});
