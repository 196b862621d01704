import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'application.ts');
const media = 'application/vnd.api+json';
const atomicMedia = `${media};ext="https://jsonapi.org/ext/atomic"`;
/** Milliseconds after which a client gives up: more than the time limit of the server. */
const NO_RESPONSE = 20_000;

/** The status of a connection that broke before the response. */
export const BROKEN = 0;

/** How a process connects to its database. */
export type Place =
  | { readonly socketPath: string; readonly database: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** The response that a client received. */
export interface Received {
  readonly status: number;
  readonly etag: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the primary data of any document
  readonly data: any;
}

/** One process of the application. */
export interface Application {
  readonly send: (
    method: string,
    url: string,
    document?: object,
    headers?: Readonly<Record<string, string | undefined>>,
  ) => Promise<Received>;
  /** Errors that the sources do not know. */
  readonly unexpected: () => readonly string[];
  /** Ends the process as a deployment does, or as a power cut does. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** Starts a process of the application, and waits until it listens. */
export async function startApplication(place: Place): Promise<Application> {
  const child = fork(program, [JSON.stringify(place)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const unexpected: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The application ended with ${code} before it listened.`)));
    child.on('message', (message: { readonly port?: number; readonly unexpected?: string }) => {
      if (message.port !== undefined) resolve(message.port);
      if (message.unexpected !== undefined) unexpected.push(message.unexpected);
    });
  });
  const agent = new Agent({ keepAlive: true });
  const send: Application['send'] = (method, url, document, added = {}) =>
    new Promise((resolve) => {
      const broken = (): void => {
        // A server closes connections that have been idle for some seconds: clients then send the request again, on another connection.
        if (sent.reusedSocket && !isAnswered) resolve(send(method, url, document, added));
        else resolve({ status: BROKEN, etag: undefined, data: undefined });
      };
      let isAnswered = false;
      const type = url === '/operations' ? atomicMedia : media;
      const body = document === undefined ? undefined : JSON.stringify(document);
      const given = { accept: type, ...(body !== undefined && { 'content-type': type }), ...added };
      const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
      const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent, timeout: NO_RESPONSE });
      sent.once('timeout', () => sent.destroy());
      sent.once('error', broken);
      sent.once('response', (response) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', broken);
        response.once('close', broken);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          const { data } = text === '' ? { data: undefined } : JSON.parse(text);
          resolve({ status: response.statusCode ?? BROKEN, etag: response.headers.etag, data });
        });
      });
      sent.end(body);
    });
  return {
    send,
    unexpected: () => unexpected,
    async end(signal) {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await ended;
      agent.destroy();
    },
  };
}
