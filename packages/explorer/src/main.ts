/** `npx @linkage/explorer <url>`: serves the explorer for an API on this machine. */
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { escapeText } from '@linkage/core/internal';
import { createExplorerHost } from './serve.ts';

const HELP = `Opens a page to explore a JSON:API.

Usage
  npx @linkage/explorer <url> [options]

Options
  --description <url>   The description of the API in JSON: the result of server.describe(), or an OpenAPI document.
  --read-only           The page offers GET only, and the command forwards no other requests.
  --port <port>         Default: 4600, or a free port.
  --no-open             Only prints the URL of the page.

Example
  npx @linkage/explorer http://localhost:3000/api
`;

/** Only programs of this machine can reach it. */
const ADDRESS = '127.0.0.1';

const options = {
  description: { type: 'string' },
  'read-only': { type: 'boolean' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

process.exitCode = run(process.argv.slice(2));

function run(args: readonly string[]): number {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return fail((error as Error).message);
  }
  const { values, positionals } = parsed;
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [api, more] = positionals;
  if (api === undefined || more !== undefined)
    return fail('Pass the URL of one API, such as http://localhost:3000/api.');
  for (const url of [api, values.description]) {
    if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
      return fail(`The URL must begin with http:// or https://, but it is "${url}".`);
    }
  }
  const port = values.port === undefined ? 4600 : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return fail(`--port must be a number of 0 to 65535, but it is "${values.port}".`);
  serve(
    { api, description: values.description, writes: values['read-only'] !== true },
    port,
    values['no-open'] !== true,
  );
  return 0;
}

function fail(message: string): number {
  process.stderr.write(`${escapeText(message, 'line')}\nSee --help.\n`);
  return 2;
}

function serve(settings: Parameters<typeof createExplorerHost>[0], port: number, isOpened: boolean): void {
  const host = createExplorerHost(settings);
  host.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && port !== 0) host.listen(0, ADDRESS);
    else {
      process.stderr.write(`The explorer cannot listen: ${escapeText(error.message, 'line')}\n`);
      process.exitCode = 1;
    }
  });
  host.on('listening', () => {
    // The address on which the host listens: another program can have the same port of the other address of `localhost`.
    const url = `http://${ADDRESS}:${(host.address() as AddressInfo).port}/`;
    process.stdout.write(`The explorer of ${escapeText(settings.api, 'line')} is at ${url}\n`);
    if (isOpened && process.stdout.isTTY) openBrowser(url);
  });
  host.listen(port, ADDRESS);
}

/** Opens the default browser. The URL was printed before, so a failure does not matter. */
function openBrowser(url: string): void {
  const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', '""'],
  };
  const [command, ...args] = commands[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
