/** The sentences of the pages about OpenAPI and the comparison of APIs. */

import { compareDescriptions } from '@linkage/changes';
import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact } from './fact.ts';

for (const [page, sentence] of [
  ['guide/openapi.md', 'From this day on (UTC), the removal is safe:'],
  ['changes.md', 'the change is safe from that date on.'],
] as const)
  fact(page, sentence, async () => {
    const title = attribute(z.string(), { deprecated: 'Sunset 2027-01-31.' });
    const describe = (attributes: object) => {
      const other = defineApi({ notes: { attributes: attributes as { size: typeof title } } });
      return createServer(other, createMemorySources(other, {})).describe();
    };
    const size = attribute(z.string(), {});
    const [before, after] = [await describe({ size, title }), await describe({ size })];
    const levelOn = (today: string) => compareDescriptions(before, after, { today }).map(({ level }) => level);
    expect([levelOn('2027-01-30'), levelOn('2027-01-31')]).toEqual([['breaking'], ['safe']]);
  });
