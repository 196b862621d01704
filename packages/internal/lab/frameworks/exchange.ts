/** Requests and responses as plain values, and the ways to send them. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface FrameworkRequest {
  readonly title: string;
  readonly method: string;
  /** The request target, with the prefix of the API. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** Sends the body in chunks, without its length. */
  readonly isChunked?: boolean;
}

export interface FrameworkResponse {
  readonly status: number;
  /** By name in lower case. Several lines of one field are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Send = (sent: FrameworkRequest) => Promise<FrameworkResponse>;

/** The longest time that a framework can take for one response, in milliseconds. */
export const PATIENCE = 5_000;

/** Sends requests to a port of this machine. The target is sent as it is, without normalization. */
export function sendTo(port: number): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async ({ method, target, headers = {}, body, isChunked = false }) => {
    const length = body === undefined || isChunked ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const fields = Object.fromEntries(
      Object.entries({ ...headers, ...length }).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : [...value],
      ]),
    );
    const options = { agent, port, host: '127.0.0.1', method, path: target, headers: fields, timeout: PATIENCE };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const client = request(options, resolve);
      client.on('error', reject).on('timeout', () => client.destroy(new Error('no response')));
      if (isChunked) client.write('');
      client.end(body);
    });
    const lines = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]);
    return { status: response.statusCode ?? 0, headers: Object.fromEntries(lines), body: await text(response) };
  };
}

/** Calls a function from `Request` to `Response`. */
export function sendFetch(handle: (request: Request) => Response | Promise<Response>): Send {
  return async ({ method, target, headers = {}, body }) => {
    const fields = new Headers();
    for (const [name, value] of Object.entries(headers)) for (const line of [value].flat()) fields.append(name, line);
    const response = await handle(
      new Request(`http://localhost${target}`, { method, headers: fields, body: body ?? null }),
    );
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
}
