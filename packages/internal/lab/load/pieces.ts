/**
 * Measures how long 1,000 resources with 1,000 included ones keep the event loop busy. No synchronous piece of the work may take 25 ms or
 * more after the first runs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDeadline } from '../../../../scripts/command-line/time-limit.ts';
import { deserialize, parseDocument, serialize, validateDocument } from '../../../core/src/index.ts';
import { createMemorySources, createServer, type JsonApiResponse } from '../../../server/src/index.ts';
import { makeArticles } from '../../bench/src/workloads/data.ts';
import { compoundApi } from '../../bench/src/workloads/linkage.ts';
import { defineScenario } from './scenario.ts';

/** Milliseconds: a request of another client waits no longer for this one. */
const MAX = 25;
const WARM_UP = 5;
const RUNS = 40;
const SIZE = 1000;
/** Minutes. */
const TIME_LIMIT = 5;

const records = makeArticles(SIZE, 1, 1);
const text = serialize(compoundApi, 'articles', records, { include: ['comments'] });
const parsed = JSON.parse(text) as { readonly included?: readonly unknown[] };
const { included = [] } = parsed;
if (included.length !== SIZE) throw new Error(`${included.length} resources are included.`);

const sources = createMemorySources(compoundApi, {
  articles: records.map(({ comments, author, ...article }) => ({
    ...article,
    author: author.id,
    comments: comments.map(({ id }) => id),
  })),
  comments: records.flatMap(({ comments }) => comments.map((comment) => ({ ...comment, author: comment.author.id }))),
  people: [...new Map(records.map(({ author }) => [author.id, author])).values()],
});
const limits = { pageSizeMaximum: SIZE, includedResources: SIZE };
const server = createServer(compoundApi, sources, { limits });

async function get(url: string): Promise<void> {
  const response: JsonApiResponse = await server.handle({ method: 'GET', url, headers: {} });
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${response.body}`);
}

const work: Readonly<Record<string, () => unknown>> = {
  serialize: () => serialize(compoundApi, 'articles', records, { include: ['comments'] }),
  parseDocument: () => parseDocument(text, { members: Number.POSITIVE_INFINITY }),
  deserialize: () => deserialize(JSON.parse(text), { collection: true }),
  validateDocument: () => validateDocument(parsed),
  'GET with include': () => get(`/articles?include=comments&page[size]=${SIZE}`),
};

/** Returns the longest time in milliseconds in which no timer could fire while the work was done. */
async function longestPiece(run: () => unknown): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => note(), 1);
  const note = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  await sleep(2);
  note();
  longest = 0;
  await run();
  note();
  clearInterval(beat);
  return longest;
}

export const pieces = defineScenario({}, async () => {
  const checkTime = createDeadline(TIME_LIMIT);
  const longest: [name: string, milliseconds: number][] = [];
  for (const [name, run] of Object.entries(work)) {
    const times: number[] = [];
    for (let turn = 0; turn < WARM_UP + RUNS; turn++) {
      checkTime();
      times.push(await longestPiece(run));
    }
    const first = Math.max(...times.slice(0, WARM_UP));
    const later = Math.max(...times.slice(WARM_UP));
    longest.push([name, later]);
    process.stdout.write(
      `${name}: ${later.toFixed(1)} ms at most, ${first.toFixed(1)} ms in the first ${WARM_UP} runs\n`,
    );
  }
  const long = longest.filter(([, milliseconds]) => !(milliseconds < MAX));
  const [slowest, milliseconds] = longest.reduce((most, it) => (it[1] > most[1] ? it : most));
  return {
    problems: long.map(([name, it]) => `${name}: a piece takes ${it.toFixed(1)} ms, which is not below ${MAX} ms.`),
    figures: {
      pieces: `at most ${milliseconds.toFixed(1)} ms, for \`${slowest}\`, in ${RUNS} runs after the first ${WARM_UP}`,
    },
  };
});
