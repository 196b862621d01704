import { isObject } from '@linkage/core/internal';
import type { JsonApiRequest, JsonApiResponse, Server, ServerDescription } from '@linkage/server';
import type { OutboxEvent } from './read-events.ts';
import type { SealedPositions } from './sealed-positions.ts';

/** A resource that a reader can see now. */
type Seen = Readonly<Record<'attributes' | 'relationships', unknown>>;

/** The resources that a reader can see now, by their type and id. */
type SeenResources = ReadonlyMap<string, unknown>;

/** Reads the server with the credentials of a reader: the data of the response, or the status of an error. */
export type ReadAs = (
  url: string,
) => Promise<{ readonly status: number; readonly data: unknown; readonly response: JsonApiResponse }>;

/** How the names of headers begin that are about the stream, and not about its reader. */
const ofStream = ['accept', 'if-', 'content-', 'last-event-id', 'range', 'prefer', 'idempotency-key', 'x-http-method'];

const isOfStream = (name: string): boolean => ofStream.some((start) => name.toLowerCase().startsWith(start));

/** Returns how a server is read with the credentials of a request. */
export function readAs(server: Pick<Server<never>, 'handle'>, request: JsonApiRequest): ReadAs {
  const { framework, logFailure } = request;
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !isOfStream(name)));
  return async (url) => {
    const response = await server.handle({ method: 'GET', url, headers, framework, logFailure } as never);
    const { status, body } = response;
    const document = status === 200 && body !== undefined ? (JSON.parse(body) as { readonly data?: unknown }) : {};
    return { status, data: document.data, response };
  };
}

interface Named {
  readonly type: string;
  readonly id: string;
}

/** The name of a resource. A type does not contain a slash. */
const nameOf = ({ type, id }: Named): string => `${type}/${id}`;

/** A comma separates the values of a filter. */
const isPlain = (id: string): boolean => !/[,\\]/.test(id);

/** The maximum number of ids in a URL: the default of `limits.filterValues`. */
const MAX_IDS = 50;

/**
 * Returns the resources that events name and a reader can see now: with one request for 50 of a type, or one for each resource whose type has no
 * collection that filters ids. Undefined if the server cannot answer the reader now, as after the end of a session.
 */
async function seenResources(
  read: ReadAs,
  { types }: ServerDescription,
  events: readonly OutboxEvent[],
): Promise<SeenResources | undefined> {
  const named = events.flatMap(({ type, id, members }): readonly Named[] => {
    const linked: Readonly<Record<string, readonly Named[] | undefined>> = members;
    return [{ type, id }, ...Object.values(linked).flatMap((it) => it ?? [])];
  });
  const seen = new Map<string, unknown>();
  /** Returns the status of the response. */
  const take = async (url: string): Promise<number> => {
    const { status, data } = await read(url);
    for (const it of [data].flat()) if (isObject(it)) seen.set(nameOf(it as never), it);
    return status;
  };
  for (const [type, all] of Map.groupBy(named, (it) => it.type)) {
    const { endpoints = [], page, defaultIncludes = [] } = Object.hasOwn(types, type) ? (types[type] ?? {}) : {};
    const pathOf = (name: string): string | undefined => endpoints.find((it) => it.name === name)?.path;
    const [list, one] = [pathOf('fetch-collection'), pathOf('fetch-resource')];
    const include = defaultIncludes.length > 0 ? '&include=' : '';
    const ids = [...new Set(all.map(({ id }) => id))];
    const size = Math.min(page?.maximum ?? MAX_IDS, MAX_IDS);
    const plain = list === undefined ? [] : ids.filter(isPlain);
    const alone = ids.filter((id) => list === undefined || !isPlain(id));
    for (let start = 0; start < plain.length; start += size) {
      const some = plain.slice(start, start + size);
      const listed = some.map(encodeURIComponent).join();
      const status = await take(`${list}?filter[id]=${listed}&page[${page?.sizeName}]=${some.length}${include}`);
      if (status === 400) alone.push(...some);
      else if (status === 401 || status === 429 || status >= 500) return undefined;
    }
    for (const id of one === undefined ? [] : alone) {
      const status = await take(one?.replace('{id}', encodeURIComponent(id)) ?? '');
      if (status === 401 || status === 429 || status >= 500) return undefined;
    }
  }
  return seen;
}

/**
 * Returns the fields of an event that a reader can see, or undefined if the reader cannot see the resource. A change of a link is a secret if
 * its other end is one.
 */
function seenFields(event: OutboxEvent, seen: SeenResources): readonly string[] | undefined {
  const resource = seen.get(nameOf(event)) as Seen | undefined;
  if (resource === undefined) return undefined;
  const { attributes = {}, relationships = {} } = resource as { readonly [Name in keyof Seen]?: object };
  const members: Readonly<Record<string, readonly Named[] | undefined>> = event.members;
  return event.fields.filter((name) =>
    Object.hasOwn(relationships, name)
      ? members[name]?.some((it) => seen.has(nameOf(it))) === true
      : Object.hasOwn(attributes, name),
  );
}

/** The number of resources that a stream remembers, to tell its reader of their deletion. */
const MAX_SHOWN = 10_000;

/** The parts of a stream that its lines need. */
interface LineParts {
  readonly positions: SealedPositions;
  readonly describe: () => Promise<ServerDescription>;
}

/** Returns the lines of events that a reader can see, or undefined if the server cannot answer the reader now. */
export async function linesOf(
  { positions, describe }: LineParts,
  read: ReadAs,
  events: readonly OutboxEvent[],
  shown: Set<string>,
): Promise<string | undefined> {
  const seen = await seenResources(read, await describe(), events);
  if (seen === undefined) return undefined;
  let lines = '';
  for (const event of events) {
    const { type, id, operation, position } = event;
    const name = nameOf(event);
    const fields = seenFields(event, seen);
    // Who could see a resource that no longer exists is unknown, except for those to whom this connection has shown it.
    const isGone = fields === undefined && shown.delete(name);
    if (fields !== undefined) shown.add(name);
    const [oldest] = shown;
    if (shown.size > MAX_SHOWN) shown.delete(oldest as string);
    if (!isGone && (fields === undefined || (operation !== 'create' && fields.length === 0))) continue;
    const data = JSON.stringify({ type, id, fields: fields ?? [] });
    lines += `id: ${await positions.seal(position)}\nevent: ${isGone ? 'delete' : operation}\ndata: ${data}\n\n`;
  }
  return lines;
}
