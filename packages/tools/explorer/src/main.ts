/** `npx @linkage/explorer <url>`: serves the explorer for an API on this machine. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { endWithReader, escapeText, hasColors, openBrowser, reasonOf, usageText } from '@linkage/core/internal';
import { createExplorerHost } from './serve.ts';

const HELP = `Opens a page to explore a JSON:API.

Usage
  npx @linkage/explorer <url> [options]

Options
  --description <url>   The description of the API in JSON: the result of server.describe(), or an OpenAPI document.
  --read-only           The page offers GET only, and the command forwards no other requests.
  --port <port>         Default: 4600, or a free port.
  --no-open             Only prints the URL of the page.
  --version             Prints the version.
  -h, --help            Prints this text.

Installed, the command is named linkage-explorer. It prints colors on a terminal only, and none if NO_COLOR is set.

Example
  npx @linkage/explorer http://localhost:3000/api
`;

/** Only programs of this machine can reach it. */
const ADDRESS = '127.0.0.1';
const PORT = 4600;
/** How long the command waits for the API before it says that nothing responds. */
const MAX_MILLISECONDS = 10_000;

const options = {
  description: { type: 'string' },
  'read-only': { type: 'boolean' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

endWithReader([process.stdout, process.stderr], (status) => process.exit(status));
process.exitCode = run(process.argv.slice(2));

function run(args: readonly string[]): number {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return fail(usageText(error as Error, HELP));
  }
  const { values, positionals } = parsed;
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (values.version) {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const [api, more] = positionals;
  if (api === undefined) return fail('Pass the URL of the API, such as http://localhost:3000/api.');
  if (more !== undefined) return fail(`Pass the URL of one API. "${more}" is a second one.`);
  for (const url of [api, values.description]) {
    if (url === undefined) continue;
    if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
      const advice = URL.canParse(`http://${url}`) ? ` Did you mean http://${url}?` : '';
      return fail(`The URL must begin with http:// or https://, but it is "${url}".${advice}`);
    }
    const { username, password, host } = new URL(url);
    if (username + password !== '')
      return fail(
        `The URL of ${host} must not contain credentials. In the page, write them as the header Authorization: Basic user:password.`,
      );
  }
  const { search, hash } = new URL(api);
  if (search + hash !== '') return fail(`The URL must end with the path of the API: omit "${search}${hash}".`);
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && (!/^\d+$/.test(values.port ?? '') || port > 65_535))
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

/** @param port The port that the user has chosen. */
function serve(settings: Parameters<typeof createExplorerHost>[0], port: number | undefined, isOpened: boolean): void {
  const host = createExplorerHost(settings);
  let isReplaced = false;
  host.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && port === undefined && !isReplaced) {
      isReplaced = true;
      host.listen(0, ADDRESS);
      return;
    }
    const advice: Readonly<Record<string, string>> = {
      EADDRINUSE: `Port ${port} is in use. Choose another one, or omit --port for a free one.`,
      EACCES: `The system does not allow port ${port}. Choose one above 1023, or omit --port for a free one.`,
    };
    process.stderr.write(
      `${advice[error.code ?? ''] ?? `The explorer cannot listen: ${escapeText(error.message, 'line')}`}\n`,
    );
    process.exitCode = 1;
  });
  host.on('listening', () => {
    // The address on which the host listens: another program can have the same port of the other address of `localhost`.
    const url = `http://${ADDRESS}:${(host.address() as AddressInfo).port}/`;
    if (isReplaced) process.stdout.write(`Port ${PORT} is in use, so the explorer takes another one.\n`);
    process.stdout.write(`The explorer of ${escapeText(settings.api, 'line')} is at ${colored(url)}\n`);
    if (process.stdout.isTTY) process.stdout.write('Press Ctrl+C to end it.\n');
    void warnIfLost(settings.api);
    if (isOpened && process.stdout.isTTY) openBrowser(url, process.platform, spawn);
  });
  host.listen(port ?? PORT, ADDRESS);
}

/** Returns a URL in another color on a terminal, unless the user does not want colors. */
function colored(url: string): string {
  return hasColors(process.stdout, process.env) ? `\u001b[36m${url}\u001b[39m` : url;
}

/** Says so if the API cannot be reached. It can also be started later. */
async function warnIfLost(api: string): Promise<void> {
  try {
    const headers = { Accept: 'application/vnd.api+json' };
    const signal = AbortSignal.timeout(MAX_MILLISECONDS);
    const response = await fetch(api, { method: 'GET', headers, redirect: 'manual', signal });
    await response.body?.cancel();
  } catch (error) {
    process.stderr.write(`The API does not respond yet. ${escapeText(reasonOf(error), 'line')}\n`);
  }
}
