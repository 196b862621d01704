import { withQuery } from '../facts/urls.ts';
import { identityOf, isObject } from '../json.ts';
import type { Tester } from '../run/tester.ts';
import { isStop } from '../run/verdict.ts';
import type { World } from '../run/world.ts';
import type { Answer, Exchange } from '../target/exchange.ts';
import { type FoundLink, type LinkPlace, linksOf } from './links-of.ts';

/** How many links a walk follows at most, and how many of one place. */
export interface WalkBounds {
  readonly requests: number;
  readonly perPlace: number;
}

/** A link that did not lead to a document, or the link of a resource that led to another one. */
export interface BrokenLink extends FoundLink {
  /** The resource that it led to. */
  readonly other?: string | undefined;
  readonly status: number | undefined;
  readonly exchange: Exchange | undefined;
}

/** The result of a walk. */
export interface Walk {
  readonly followed: ReadonlyMap<LinkPlace, number>;
  readonly broken: readonly BrokenLink[];
}

const usual: WalkBounds = { requests: 160, perPlace: 24 };
const walks = new WeakMap<World, Promise<Walk>>();

function starts({ types, samples, gateway }: World): readonly string[] {
  const collections = types.flatMap(({ collection, sample }) => [
    collection,
    `${collection}?conformance=1`,
    ...(samples.supports?.include === false ? [] : (sample.include ?? [])).map((path) =>
      withQuery(collection, { include: path }),
    ),
  ]);
  return [gateway.baseUrl, ...collections];
}

/** Follows the links of every document that it reaches from the collections, breadth first and within bounds. */
async function walk(tester: Tester, bounds: WalkBounds): Promise<Walk> {
  const { world } = tester;
  const followed = new Map<LinkPlace, number>();
  const broken: BrokenLink[] = [];
  const known = new Map<string, Answer | undefined>();
  const queue: (FoundLink | string)[] = [...starts(world)];
  const compare = (link: FoundLink | undefined, answer: Answer | undefined): void => {
    const data = answer?.document?.data;
    if (link?.identity === undefined || data === undefined || answer?.status !== 200) return;
    const other = identityOf(data);
    if (other !== link.identity) broken.push({ ...link, other, status: 200, exchange: undefined });
  };
  let requests = 0;
  for (let next = queue.shift(); next !== undefined && requests < bounds.requests; next = queue.shift()) {
    const link = typeof next === 'string' ? undefined : next;
    const url = typeof next === 'string' ? next : next.url;
    if (!world.gateway.follows(url)) continue;
    const count = link === undefined ? 0 : (followed.get(link.place) ?? 0);
    if (known.has(url)) {
      // A link that led to a document from another place does so from this one.
      const before = known.get(url);
      if (link !== undefined && before !== undefined) followed.set(link.place, count + 1);
      compare(link, before);
      continue;
    }
    if (count >= bounds.perPlace) continue;
    requests++;
    const answer = await follow(tester, url);
    if (answer === 'undecided') continue;
    known.set(url, isFollowed(answer) ? answer : undefined);
    if (link !== undefined) followed.set(link.place, count + 1);
    compare(link, answer);
    if (isFollowed(answer)) for (const each of linksOf(answer?.document, url)) queue.push(each);
    else if (link !== undefined) broken.push({ ...link, status: answer?.status, exchange: tester.exchanges.at(-1) });
  }
  return { followed, broken };
}

/** Fetches a link. A user can have no right to a resource, and a run can have no more requests: neither shows a wrong link. */
async function follow(tester: Tester, url: string): Promise<Answer | 'undecided' | undefined> {
  try {
    const answer = await tester.get(url);
    return answer.status === 403 ? 'undecided' : answer;
  } catch (error) {
    return isStop(error) && error.verdict !== 'failed' ? 'undecided' : undefined;
  }
}

// A job that is done leads to its result with 303, as the recommendations say.
const isFollowed = (answer: Answer | undefined): boolean =>
  answer?.status === 303 || (answer?.status === 200 && isObject(answer.document));

/** Returns the walk of a run; the first user starts it. */
export function walkOf(tester: Tester, bounds: WalkBounds = usual): Promise<Walk> {
  const known = walks.get(tester.world);
  if (known !== undefined) return known;
  const started = walk(tester, bounds);
  walks.set(tester.world, started);
  return started;
}
