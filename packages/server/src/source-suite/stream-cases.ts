import { defineCollection } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { createServer } from '../pipeline/create-server.ts';
import { suiteApi } from './suite-api.ts';
import { type CaseOfFeature, expectEqual, expectTrue, idsOf, type SuiteAnswer, type SuiteWorld } from './suite-case.ts';

/** Returns the primary data in its order, and the included resources in one order for both kinds of documents. */
function resourcesOf({ document }: SuiteAnswer): unknown {
  const included = (document?.included ?? []) as readonly { readonly type: string; readonly id: string }[];
  const byName = new Map(included.map((it) => [JSON.stringify([it.type, it.id]), it]));
  return [document?.data ?? document, [...byName].sort(([left], [right]) => (left < right ? -1 : 1))];
}

/** Sends a request to a server with these options. */
async function sendWith(options: object, { sources }: SuiteWorld, url: string): Promise<SuiteAnswer> {
  const failures: unknown[] = [];
  const onError = (error: unknown) => void failures.push(error);
  const server = createServer(suiteApi, { shelves: {}, ...sources }, { ...options, onError });
  const { status, headers, body } = await server.handle({ method: 'GET', url, headers: {} });
  expectTrue(status !== 500, `GET ${url}: the status is 500: ${failures.at(-1)}`);
  return { status, etag: headers['ETag'], document: JSON.parse(body ?? 'null') };
}

/** A case for sources with the method `stream`: it must return what `list` returns in one page. */
function streamCase(type: string, query: string): CaseOfFeature {
  const url = `/${type}?${query}`;
  return {
    feature: 'collections',
    name: `a source with \`stream\` streams the records of \`list\`: GET ${url}`,
    run: async (world) => {
      if (world.sources[type]?.stream === undefined) return;
      const page = await world.send(`GET ${url}&page[size]=100`);
      const streamed = await sendWith({ stream: { [type]: true } }, world, url);
      expectEqual([streamed.status, resourcesOf(streamed)], [page.status, resourcesOf(page)], `the stream of ${url}`);
    },
  };
}

const neededFields: CaseOfFeature = {
  feature: 'collections',
  name: 'functions of records receive the fields that they need, whatever a request selects and includes',
  run: async (world) => {
    const articles = { needs: ['words', 'author'], meta: (record: object) => ({ record }) };
    for (const url of [
      '/articles?filter[id]=b',
      '/articles/b?fields[articles]=title',
      '/articles/b?fields[articles]=tags&include=author,tags',
      '/articles/b?fields[articles]=&include=tags.articles',
      '/people/2/articles?fields[articles]=open',
    ]) {
      const { status, document } = await sendWith({ resources: { articles } }, world, url);
      const { id, words, author, ...rest } = [document?.data].flat().at(0)?.meta?.record ?? {};
      const expected = [200, 'b', 100, { type: 'people', id: '2' }, {}];
      expectEqual([status, id, words, author, rest], expected, `the record of a function for GET ${url}`);
    }
  },
};

const collection = defineCollection as (...given: readonly unknown[]) => { readonly path: string };

const severalTypes: CaseOfFeature = {
  feature: 'collections',
  name: 'a source with `united` reads a collection of several types in one order, page by page',
  run: async (world) => {
    if (world.sources['people']?.united === undefined) return;
    const types = ['people', 'tags'];
    const collections = [collection(suiteApi, 'names', { types, sort: ['name', '-name'] })];
    const options = { collections, pagination: { collections: cursorStrategy({ key: 'x'.repeat(32) }) } };
    for (const [sort, ids] of [
      ['name', ['1', '2', '3', 't3', 't1', 't2']],
      ['-name', ['t2', 't1', 't3', '3', '2', '1']],
    ] as const) {
      const first = await sendWith(options, world, `/names?sort=${sort}&page[size]=4`);
      const { next } = first.document?.links ?? {};
      const second = await sendWith(options, world, String(next?.href ?? next));
      expectEqual([idsOf(first), idsOf(second)], [ids.slice(0, 4), ids.slice(4)], `the pages of /names?sort=${sort}`);
    }
  },
};

/** Cases about the method `stream`, and about options of the server. */
export const streamCases: readonly CaseOfFeature[] = [
  neededFields,
  severalTypes,
  streamCase('articles', 'sort=title,words'),
  streamCase('articles', 'sort=-open,author.name,title'),
  streamCase('articles', 'sort=-words,title&filter[tags.name]=sea'),
  streamCase('articles', 'sort=title,words&fields[articles]=title,author'),
  streamCase('articles', 'sort=title,words&include=author.boss,tags,comments'),
  streamCase('people', 'sort=-name&include=articles.comments'),
  streamCase('comments', 'sort=body&filter[article]=none'),
  streamCase('samples', 'sort=-day'),
];
