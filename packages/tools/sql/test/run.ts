import { once } from 'node:events';
import { runCommand } from '../src/cli/run-command.ts';

/** The output of a command, and its exit status. */
export interface Finished {
  readonly status: number;
  readonly out: string;
  readonly error: string;
}

const terminal = { env: {}, isInteractive: false, open: () => undefined, stopped: Promise.resolve() } as const;

/** Runs a command that ends by itself. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const { strings, streams } = collect();
  const status = await runCommand(args, { ...terminal, ...streams, env });
  return { status, ...strings };
}

/** A running `serve`. */
export interface Serving {
  readonly url: string;
  readonly token: string;
  /** Requests a path with the token. */
  readonly get: (path: string, init?: RequestInit) => Promise<Response>;
  /** The output of the command so far. */
  readonly strings: { readonly out: string; readonly error: string };
  /** Ends the command as Ctrl+C does, and returns its exit status. */
  readonly stop: () => Promise<number>;
}

/** Returns streams that collect what a command prints. */
function collect(onText: (out: string) => void = () => undefined) {
  const strings = { out: '', error: '' };
  const streams = {
    out: (text: string): void => {
      strings.out += text;
      onText(strings.out);
    },
    error: (text: string): void => {
      strings.error += text;
    },
  };
  return { strings, streams };
}

/** Runs `serve` until it listens. */
export async function serve(args: readonly string[]): Promise<Serving> {
  const end = new AbortController();
  const listening = new AbortController();
  const heard = once(listening.signal, 'abort').then(() => undefined);
  const { strings, streams } = collect((out) => {
    if (out.includes('/api')) listening.abort();
  });
  const stopped = once(end.signal, 'abort').then(() => undefined);
  const finished = runCommand(['serve', ...args, '--port', '0'], { ...terminal, ...streams, stopped });
  const status = await Promise.race([finished, heard]);
  if (status !== undefined) throw new Error(strings.error);
  const [, url = '', , token = ''] = /(http:\/\/127\.0\.0\.1:\d+)\/(\?token=([\w-]+))?/.exec(strings.out) ?? [];
  return {
    url,
    token,
    strings,
    get: (path, init = {}) =>
      fetch(url + path, {
        redirect: 'manual',
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...(init.headers as Record<string, string> | undefined) },
      }),
    stop: () => {
      end.abort();
      return finished;
    },
  };
}

/** Returns the URL of a database in a server that listens at a socket. */
export function urlOf(scheme: string, connection: object | undefined): string {
  const { user, password, host, socketPath, database } = connection as Readonly<Record<string, string | undefined>>;
  const account = password === undefined ? user : `${user}:${password}`;
  if (socketPath === undefined) return `${scheme}://${account}@${encodeURIComponent(String(host))}/${database}`;
  return `${scheme}://${account}@localhost/${database}?socketPath=${encodeURIComponent(socketPath)}`;
}
