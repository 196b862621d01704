import { connect, type Socket } from 'node:net';
import type { JsonApiRequest } from '@linkage/server';

const CONNECTIONS = 8;
const headEnd = Buffer.from('\r\n\r\n');

function bytesOf({ method, url, headers, body }: JsonApiRequest): Buffer {
  const payload = Buffer.from((body as string | undefined) ?? '');
  const length = payload.length > 0 ? [['content-length', String(payload.length)]] : [];
  const lines = [...Object.entries(headers), ['host', 'localhost'], ...length].map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.concat([Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), payload]);
}

/** Reads responses off a connection that is kept alive; asks again as soon as one is complete. */
function drive(socket: Socket, request: Buffer, isOver: () => boolean, done: (count: number) => void): void {
  let count = 0;
  let missing = 0;
  let head: Buffer = Buffer.alloc(0);
  const complete = (): void => {
    count++;
    if (isOver()) done(count);
    else socket.write(request);
  };
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length;
      if (missing === 0) complete();
      return;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf(headEnd);
    if (end === -1) return;
    const text = head.toString('latin1', 0, end);
    if (!/^HTTP\/1\.1 20[01]/.test(text)) throw new Error(`The response is ${text.split('\r\n', 1)[0]}`);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    missing = length - (head.length - end - headEnd.length);
    head = Buffer.alloc(0);
    if (missing === 0) complete();
  });
  socket.write(request);
}

/** The responses of a server in a slice of time. */
export interface Responses {
  /** In a second. */
  readonly rate: number;
  readonly count: number;
}

/** Counts the responses of a server to eight clients, each with a connection that it keeps, in a slice of time. */
export async function responsesOf(port: number, request: JsonApiRequest, milliseconds: number): Promise<Responses> {
  const bytes = bytesOf(request);
  const sockets = await Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(socket)).setNoDelay(true);
        }),
    ),
  );
  const started = performance.now();
  const isOver = (): boolean => performance.now() - started >= milliseconds;
  const counts = await Promise.all(
    sockets.map((socket) => new Promise<number>((resolve) => drive(socket, bytes, isOver, resolve))),
  );
  const elapsed = performance.now() - started;
  for (const socket of sockets) socket.destroy();
  const count = counts.reduce((sum, ofSocket) => sum + ofSocket, 0);
  return { rate: (count / elapsed) * 1000, count };
}

const WARM_SLICES = { fewest: 6, most: 60, recent: 4 } as const;

/**
 * Sends requests until the server responds as fast as it will: until the last four slices of time are at most 3 % faster than the
 * best one before them. V8 optimizes the functions of a request after some ten thousand requests, and an application in production has
 * received these.
 */
export async function warmUp(port: number, request: JsonApiRequest, milliseconds = 400): Promise<void> {
  const rates: number[] = [];
  for (let slice = 0; slice < WARM_SLICES.most; slice++) {
    rates.push((await responsesOf(port, request, milliseconds)).rate);
    const before = Math.max(...rates.slice(0, -WARM_SLICES.recent));
    if (slice >= WARM_SLICES.fewest && Math.max(...rates.slice(-WARM_SLICES.recent)) < before * 1.03) return;
  }
}
