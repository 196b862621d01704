import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, type Server } from '@linkage/server';
import { z } from 'zod';

const sorted = { sort: true } as const;

const api = defineApi({
  people: {
    attributes: { name: attribute(z.string().min(1), sorted), born: attribute(z.int(), sorted) },
    relationships: { mentor: toOne('people') },
  },
  articles: {
    attributes: { title: attribute(z.string().min(1), sorted), words: attribute(z.int().min(0), sorted) },
    relationships: { author: toOne('people'), tags: toMany('tags') },
  },
  tags: { attributes: { label: attribute(z.string().min(1), sorted) } },
});

const records = {
  people: [
    { id: 1, name: 'Ada Lovelace', born: 1815, mentor: 2 },
    { id: 2, name: 'Mary Somerville', born: 1780, mentor: null },
    { id: 3, name: 'Grace Hopper', born: 1906, mentor: null },
  ],
  articles: [
    { id: 1, title: 'Notes on the Engine', words: 20000, author: 1, tags: [1, 2] },
    { id: 2, title: 'Compilers', words: 3500, author: 3, tags: [2] },
    { id: 3, title: 'On the Connexion of the Sciences', words: 90000, author: 2, tags: [1] },
    { id: 4, title: 'Unsigned', words: 300, author: null, tags: [] },
    { id: 5, title: 'A Second Note', words: 300, author: 1, tags: [3] },
  ],
  tags: [
    { id: 1, label: 'history' },
    { id: 2, label: 'computing' },
    { id: 3, label: 'letters' },
  ],
};

/** Creates the test application of the conformance tests. */
export function createConformanceApp(): Server {
  return createServer(api, createMemorySources(api, records), { baseUrl: '/api' });
}
