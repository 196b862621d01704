import { createServer } from '../pipeline/create-server.ts';
import { suiteApi } from './suite-api.ts';
import { type CaseOfFeature, expectEqual, expectTrue, type SuiteAnswer, type SuiteWorld } from './suite-case.ts';

/** Returns the primary data in its order, and the included resources in one order for both kinds of documents. */
function resourcesOf({ document }: SuiteAnswer): unknown {
  const included = (document?.included ?? []) as readonly { readonly type: string; readonly id: string }[];
  const byName = new Map(included.map((it) => [JSON.stringify([it.type, it.id]), it]));
  return [document?.data ?? document, [...byName].sort(([left], [right]) => (left < right ? -1 : 1))];
}

/** Sends a request to a server that streams the collection. */
async function sendStreamed({ sources }: SuiteWorld, type: string, url: string): Promise<SuiteAnswer> {
  const failures: unknown[] = [];
  const stream = { [type]: true };
  const server = createServer(
    suiteApi,
    { shelves: {}, ...sources },
    { stream, onError: (error) => void failures.push(error) },
  );
  const { status, headers, body } = await server.handle({ method: 'GET', url, headers: {} });
  expectTrue(status !== 500, `GET ${url}: the status of the stream is 500: ${failures.at(-1)}`);
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
      const streamed = await sendStreamed(world, type, url);
      expectEqual([streamed.status, resourcesOf(streamed)], [page.status, resourcesOf(page)], `the stream of ${url}`);
    },
  };
}

/** Cases about the method `stream`. */
export const streamCases: readonly CaseOfFeature[] = [
  streamCase('articles', 'sort=title,words'),
  streamCase('articles', 'sort=-open,author.name,title'),
  streamCase('articles', 'sort=-words,title&filter[tags.name]=sea'),
  streamCase('articles', 'sort=title,words&fields[articles]=title,author'),
  streamCase('articles', 'sort=title,words&include=author.boss,tags,comments'),
  streamCase('people', 'sort=-name&include=articles.comments'),
  streamCase('comments', 'sort=body&filter[article]=none'),
  streamCase('samples', 'sort=-day'),
];
