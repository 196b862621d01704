import type { Compared, History, WorldResponse } from './comparison.ts';
import { expectedDifferences } from './expected-differences.ts';
import type { Store, WorldEvent } from './serve-world.ts';
import type { Step } from './world-requests.ts';

const plain = 'application/vnd.api+json';
const atomic = `${plain};ext="https://jsonapi.org/ext/atomic"`;

export async function send(store: Store, { method, url, body, key, isFull }: Step): Promise<WorldResponse> {
  const type = url === '/operations' ? atomic : plain;
  const before = store.count();
  const {
    status,
    headers,
    body: text = '',
  } = await store.handle({
    method,
    url,
    headers: {
      accept: type,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(isFull ? { 'x-user': 'full' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  } as never);
  // A repeated response has the entity tag of the first one, which its receiver knows.
  const { ETag: _, ...kept } = headers;
  const shown = String(text).replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'uuid');
  return {
    status,
    text: `${JSON.stringify(key === undefined ? headers : kept)} ${shown}`,
    statements: store.count() - before,
  };
}

const everything: readonly Step[] = [
  'articles?include=author,comments,tags,team&sort=author.name',
  'people?include=boss,articles&relatedQuery[articles][sort]=author.name&relatedQuery[articles][page][size]=1',
  'comments',
  'tags?include=articles&relatedQuery[articles][filter][author.name]=Ada&relatedQuery[articles][page][size]=1',
  'accounts',
  'named?page[size]=2',
  'marked?page[size]=3',
].map((url) => ({ method: 'GET', url: `/${url}`, isFull: false, isAlone: false, namesHidden: false }));

/** Returns the events that the user receives, as docs/guide/events.md#a-stream-of-events-for-browsers sends them. */
async function seenEvents(store: Store, events: readonly WorldEvent[]): Promise<readonly string[]> {
  const see = async (url: string) => {
    const { status, body } = await store.handle({ method: 'GET', url, headers: { accept: plain } } as never);
    return status === 200 ? JSON.parse(String(body)).data : undefined;
  };
  const lines: string[] = [];
  for (const { type, id, operation, fields, members } of events) {
    const resource = await see(`/${type}/${id}`);
    if (resource === undefined) continue;
    const seen: string[] = [];
    for (const name of fields) {
      const changed = members[name] ?? [];
      const isLink = Object.hasOwn(resource.relationships ?? {}, name);
      const found = isLink
        ? await Promise.all(changed.map((it) => see(`/${it.type}?filter[id]=${it.id}`)))
        : [Object.keys(resource.attributes ?? {}).filter((it) => it === name)];
      if (found.some((it) => it?.length > 0)) seen.push(name);
    }
    if (operation === 'create' || seen.length > 0) lines.push(`${operation} ${type} ${id} ${seen.join()}`);
  }
  return lines;
}

export const isSame = (one: WorldResponse, other: WorldResponse): boolean =>
  one.status === other.status && one.text === other.text && one.statements === other.statements;

/** Sends all requests to both worlds, then reads everything that the user sees. Ends at the first difference. */
export async function compare([left, right]: readonly [Store, Store], history: History): Promise<Compared> {
  const { rules, data, twin, steps } = history;
  await left.reset(data, rules);
  await right.reset(twin, rules);
  const expected = new Map<string, number>();
  let pairs = 0;
  const rest = [...steps, ...everything];
  for (const step of rest) {
    const one = await send(left, step);
    if (step.isAlone) continue;
    const other = await send(right, step);
    pairs++;
    if (step.isFull) {
      // The user of the next request cannot read what this one showed. If it failed in one world only, the worlds now differ.
      if (one.status !== other.status) return { pairs, expected, difference: undefined };
      continue;
    }
    if (isSame(one, other)) {
      // Pages of several types go on where cursors say.
      const next = /^\/(?:named|marked)/.test(step.url) ? /"next":"([^"]+)"/.exec(one.text)?.[1] : undefined;
      if (next !== undefined) rest.push({ ...step, url: next });
      continue;
    }
    const difference = { rules, step, one, other };
    const reason = expectedDifferences.find((it) => it.matches(difference))?.reason;
    if (reason === undefined) return { pairs, expected, difference };
    expected.set(reason, (expected.get(reason) ?? 0) + 1);
    if (step.method !== 'GET') return { pairs, expected, difference: undefined };
  }
  const seen = await Promise.all([left, right].map(async (it) => seenEvents(it, await it.events())));
  const [one, other] = seen.map((lines): WorldResponse => ({ status: 200, text: lines.join('\n'), statements: 0 })) as [
    WorldResponse,
    WorldResponse,
  ];
  const step: Step = { method: 'events', url: '', isFull: false, isAlone: false, namesHidden: false };
  return { pairs: pairs + 1, expected, difference: isSame(one, other) ? undefined : { rules, step, one, other } };
}
