import type { Api } from '@linkage/core';
import { checkKind, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type {
  DescribingServer,
  JsonApiRequest,
  JsonApiResponse,
  ResponseStream,
  Server,
  ServerDescription,
} from '@linkage/server';
import type { Kysely } from 'kysely';
import { type OutboxEvents, readEvents } from './read-events.ts';
import { type SealedPositions, sealedPositions } from './sealed-positions.ts';
import { linesOf, type ReadAs, readAs } from './visible-events.ts';

/** Options of `eventStream`. */
export interface EventStreamOptions {
  /** A secret of at least 32 characters, the same in all processes, and after a restart: positions that clients receive are encrypted. */
  readonly key: string;
  /** The path of the stream below the root of the API. Default: `/events`. */
  readonly path?: string | undefined;
  /** The table of `createOutboxTable`. Default: `outbox`. */
  readonly table?: string | undefined;
  /** The number of milliseconds after which the table is read again, once for all streams of a process. Default: 500. */
  readonly interval?: number | undefined;
  /** The maximum number of open streams of a process. Further requests receive 503. Default: 1,000. */
  readonly limit?: number | undefined;
  /** Ends all streams when it aborts, before a shutdown: otherwise, they would keep their connections. */
  readonly signal?: AbortSignal | undefined;
}

const optionKinds: OptionTable = optionTable({
  ...{ key: 'string', path: 'string', table: 'string', interval: 'number', limit: 'number', signal: 'object' },
});

/** The maximum number of events that are read together. */
const PAGE = 100;
/** The number of milliseconds in which a stream can end, before its connection is destroyed. */
const FORCED = 1000;

const sleep = (time: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, time));

/** The values that all streams of a process share. */
interface Shared {
  readonly positions: SealedPositions;
  readonly describe: () => Promise<ServerDescription>;
  /** Returns the events after a position; undefined if some of them were deleted. */
  readonly pageAfter: (position: number) => Promise<OutboxEvents | undefined>;
  /** Returns the position of the end. */
  readonly endNow: () => Promise<number>;
  /** Returns the position of the end after the interval, or undefined if all streams end before. */
  readonly endLater: () => Promise<number | undefined>;
  readonly signal: AbortSignal;
}

/** Yields the events after a position, as strings of `text/event-stream`, with a line after each page that moves the position. */
async function* eventsAfter(shared: Shared, read: ReadAs, from: number | undefined): AsyncGenerator<string> {
  const { positions, pageAfter, endNow, endLater, signal } = shared;
  const shown = new Set<string>();
  let position = from;
  let end = Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    const page = position === undefined || end <= position ? undefined : await pageAfter(position);
    let lines: string | undefined = '';
    if (page !== undefined) {
      lines = await linesOf(shared, read, page.events, shown);
      ({ position } = page);
    } else if (position === undefined || end > position) {
      // The client is new, or has been away for too long: from here on it misses nothing, so it must now read the resources.
      position = await endNow();
      lines = `id: ${await positions.seal(position)}\nevent: reload\ndata: {}\n\n`;
    }
    if (lines === undefined) return;
    // The last line moves the client past events that it cannot see. It looks the same without any, so it tells nothing of them.
    yield `${lines}id: ${await positions.seal(position)}\n\n`;
    if (page?.events.length !== PAGE) end = (await endLater()) ?? end;
  }
}

const headers: JsonApiResponse['headers'] = Object.freeze({
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'private, no-store',
  // Reverse proxies otherwise keep events until a buffer is full.
  'X-Accel-Buffering': 'no',
});
const retryLater: JsonApiResponse = Object.freeze({ status: 503, headers: { 'Retry-After': '5' } });

/**
 * Returns a server that also serves a stream of events (Server-Sent Events), for every adapter. A new stream begins at the end, with the event
 * `reload`. One with a `Last-Event-ID` continues there. A reader receives the events of resources that it can read now, with the fields that it
 * can read, and a relationship only if it can read one of the members that came or went.
 *
 * @param api The API of the sources.
 * @param db The database with the table of `createOutboxTable`.
 * @example
 * const host = createServer(toNodeHandler(eventStream(server, api, db, { key: process.env.EVENT_KEY })));
 */
export function eventStream<Request extends JsonApiRequest, A extends Api, Database>(
  server: Server<Request> & Pick<DescribingServer<never, never>, 'describe'>,
  api: A,
  db: Kysely<Database>,
  options: EventStreamOptions,
): Server<Request> {
  const given = readOptions('eventStream', options, optionKinds);
  const { key, path = '/events', table, interval = 500, limit = 1000 } = given;
  checkKind('eventStream', 'key', 'string', key);
  if (key.length < 32) throw new TypeError('eventStream: `key` must have at least 32 characters.');
  const forced = new AbortController();
  const signal = given.signal ?? forced.signal;
  const ended = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  // A client that does not read cannot receive the end.
  if (given.signal !== undefined) void ended.then(() => setTimeout(() => forced.abort(), FORCED));
  const endNow = async (): Promise<number> => (await readEvents(api, db, { after: 'end', table })).position;
  let later: Promise<number> | undefined;
  let description: Promise<ServerDescription> | undefined;
  let open = 0;
  const shared: Shared = {
    ...{ positions: sealedPositions(key), endNow, signal },
    describe() {
      description ??= server.describe().catch((error: unknown) => {
        // The next page asks again.
        description = undefined;
        throw error;
      });
      return description;
    },
    pageAfter: (after) =>
      readEvents(api, db, { after, limit: PAGE, table }).catch((error: unknown) => {
        if (error instanceof RangeError) return undefined;
        throw error;
      }) as Promise<OutboxEvents | undefined>,
    endLater() {
      later ??= sleep(interval).then(() => {
        later = undefined;
        return endNow();
      });
      return Promise.race([later, ended]);
    },
  };

  async function* counted(lines: AsyncGenerator<string>): AsyncGenerator<string> {
    open++;
    try {
      yield* lines;
    } finally {
      open--;
    }
  }

  async function respond(request: JsonApiRequest): Promise<JsonApiResponse> {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' } };
    if (open >= limit || signal.aborted) return retryLater;
    const read = readAs(server as Server<never>, request);
    // The server knows no resource at this URL: another status says that it does not accept the user.
    const rejected = await read(path);
    if (rejected.status !== 404) return rejected.response;
    if (method === 'HEAD') return { status: 200, headers };
    const last = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'last-event-id')?.[1];
    const lines = counted(eventsAfter(shared, read, await shared.positions.unseal(String(last))));
    if (Object.hasOwn(request, 'canStream') && request.canStream === true) {
      const stream: ResponseStream = Object.assign(lines, { signal: forced.signal });
      return { status: 200, headers, stream };
    }
    const { value } = await lines.next();
    await lines.return(undefined);
    return { status: 200, headers, body: String(value ?? '') };
  }

  const isStream = ({ url }: JsonApiRequest): boolean => typeof url === 'string' && url.split('?', 1)[0] === path;
  return {
    baseUrl: server.baseUrl,
    bodyLimit: server.bodyLimit,
    handle: (request) => (isStream(request) ? respond(request) : server.handle(request)),
  };
}
