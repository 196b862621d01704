/** Every link that any answer offers can be followed (FET-05, FET-06, DOC-17, REL-08, REC-02). */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../src/memory/create-memory-sources.ts';
import { createServer } from '../src/pipeline/create-server.ts';
import type { AnyDocument } from './support.ts';
import { walkLinks } from './walk-links.ts';
import { withRest } from './with-rest.ts';

const name = attribute(z.string(), { sort: true, filter: true });
const filtered = { filter: true } as const;
const api = defineApi({
  nodes: {
    attributes: { name, 'née à': z.string().nullable().default(null) },
    relationships: {
      parent: toOne('nodes', filtered),
      children: toMany('nodes', filtered),
      owner: toOne(['people', 'teams']),
      things: toMany(['people', 'nodes', 'über teams']),
      self: toOne('nodes'),
      hidden: toMany('nodes', { include: false }),
      notes: toMany('notes'),
    },
  },
  people: { attributes: { name }, relationships: { friends: toMany('people') } },
  teams: { attributes: { name } },
  'über teams': { attributes: { name }, relationships: { members: toMany('people') } },
  // Its source lists and finds nothing: there are identifiers of it, and no links.
  notes: { attributes: { name } },
  // Its source has no `related`, and its records carry now this and now that.
  drafts: { attributes: { name }, relationships: { owner: toOne('people'), nodes: toMany('nodes') } },
});

const strange = [
  '1',
  'a/b',
  'a?b=c&d',
  'a#b',
  '100%',
  '%2F',
  ' ',
  '+',
  'é',
  '日本',
  '..',
  'a;b',
  '"<>"',
  "it's",
  '[x]',
];
const sources = createMemorySources(api, {
  nodes: strange.map((id, index) => ({
    id,
    name: `node ${index % 4}`,
    parent: index === 0 ? null : strange[index - 1],
    children: strange.slice(index + 1),
    owner: index % 3 === 0 ? null : { type: index % 3 === 1 ? 'people' : 'teams', id: strange[index % 5] },
    things:
      index % 2 === 0 ? [] : strange.map((other) => ({ type: index % 4 === 1 ? 'people' : 'über teams', id: other })),
    self: id,
    hidden: [id],
    notes: ['1'],
  })),
  people: strange.map((id) => ({ id, name: `person ${id}`, friends: strange })),
  teams: strange.map((id) => ({ id, name: `team ${id}` })),
  'über teams': strange.map((id) => ({ id, name: `team ${id}`, members: strange.slice(0, 2) })),
} as AnyDocument);

const carried = [{}, { owner: '1' }, { owner: null, nodes: strange }, { nodes: [] }];
const drafts = carried.map((fields, index) => ({ id: String(index), name: `draft ${index}`, ...fields }));
const draftSource = {
  list: () => ({ records: drafts }),
  find: (ids: readonly string[]) => drafts.filter(({ id }) => ids.includes(id)),
};

const starts = [
  '/nodes',
  '/nodes?include=children.owner,things&page[size]=2&sort=-name',
  '/nodes?fields[nodes]=name,children&fields[people]=&filter[name]=node 1&page[size]=1',
  '/nodes?include=&filter[parent]=1,a%2Fb&page%5Bnumber%5D=1',
  '/people?page[size]=4&sort=name&include=friends',
  '/%C3%BCber%20teams?include=members',
  '/drafts',
];

test.each(['', '/api', 'https://example.com/v1/api'])(
  'a walk below "%s" never meets a link that fails',
  async (baseUrl) => {
    const server = createServer(api, { ...sources, notes: {}, drafts: draftSource } as AnyDocument, {
      baseUrl,
      limits: { includedLinkage: Number.POSITIVE_INFINITY },
    });
    const { requests, places } = await walkLinks({
      api,
      starts: starts.map((url) => baseUrl + url),
      most: 600,
      get: (url) => {
        expect(url.startsWith(`${baseUrl}/`), url).toBe(true);
        return server.handle({ method: 'GET', url: url.slice(baseUrl.length), headers: {} }) as Promise<AnyDocument>;
      },
    });
    expect(requests).toBeGreaterThan(300);
    expect([...places.keys()]).toEqual(
      expect.arrayContaining([
        'document self',
        'document related',
        'document first',
        'document prev',
        'document next',
        'resource self',
        'relationship self',
        'relationship related',
      ]),
    );
  },
);

test('the walk finds a link that fails', async () => {
  const people = { list: () => ({ records: [{ id: 1, name: 'x' }] }), find: () => [] };
  const server = createServer(api, withRest(api, { people } as AnyDocument));
  const get = (url: string) => server.handle({ method: 'GET', url, headers: {} }) as Promise<AnyDocument>;
  await expect(walkLinks({ api, starts: ['/people'], most: 10, get })).rejects.toThrow('/people/1');
});
