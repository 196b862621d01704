import { describeConformance } from '@linkage/conformance/vitest';
import { attribute, defineApi, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { samples } from './conformance-samples.ts';

const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string().min(1), { sort: true }) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
});
const records = { articles: [{ id: 1, title: 'Hello', author: 9 }], people: [{ id: 9, name: 'Dan' }] };
const server = createServer(api, createMemorySources(api, records));

// Or the base URL of a server that runs: 'http://localhost:3000/api'.
const target = { handle: toFetchHandler(server) };
describeConformance('my API', target, samples, { runner: { describe, test } });
