/** Writes docs/sql.svg: what `linkage-sql serve` prints for a database, and the response to a request, from a real run. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from '../workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'linkage-recording-'));
/** The characters of a line. */
const WIDTH = 110;
const LINE = 18;

/** Runs the command until it serves, requests a resource, and returns the lines of the terminal. */
async function record(): Promise<readonly string[]> {
  using database = new DatabaseSync(join(folder, 'shop.db'));
  database.exec(readFileSync(join(root, 'packages/tools/sql/test/schemas/chinook.sql'), 'utf8'));
  database.exec('alter table Customer add column PasswordHash text');
  const command = join(root, 'packages/tools/sql/src/cli/main.ts');
  const program = spawn(process.execPath, [command, 'serve', './shop.db', '--port', '0'], { cwd: folder });
  const printed: string[] = [];
  const token = await new Promise<string>((resolve, reject) => {
    for (const stream of [program.stderr, program.stdout])
      stream.on('data', (text: Buffer) => {
        printed.push(String(text));
        const [, found] = /Bearer ([\w-]+)/.exec(printed.join('')) ?? [];
        if (found !== undefined) resolve(found);
      });
    program.on('exit', () => reject(new Error(printed.join(''))));
  });
  const [, address = ''] = /(http:\/\/127\.0\.0\.1:\d+)\/\?/.exec(printed.join('')) ?? [];
  const target = '/api/albums/1?include=artist';
  const response = await fetch(address + target, { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await response.json()) as { readonly data: { readonly attributes: object } };
  program.kill('SIGINT');
  const text = printed.join('').replaceAll(token, '…').replaceAll(address, 'http://127.0.0.1:4700');
  return [
    '$ npx @linkage/sql serve ./shop.db',
    ...text.trimEnd().split('\n'),
    '',
    `$ curl -H 'Authorization: Bearer …' 'http://127.0.0.1:4700${target}'`,
    `${JSON.stringify(data).slice(0, WIDTH - 2)} …`,
  ];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function svgOf(lines: readonly string[]): string {
  const [width, height] = [WIDTH * 7.8 + 32, lines.length * LINE + 44];
  const rows = lines.map((line, index) => {
    const color = line.startsWith('$') ? '#7dd3fc' : '#e5e7eb';
    return `<text x="16" y="${40 + index * LINE}" fill="${color}" xml:space="preserve">${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, monospace" font-size="13">`,
    '<title>linkage-sql serve in a terminal</title>',
    `<rect width="${width}" height="${height}" rx="8" fill="#111827"/>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

try {
  writeFileSync(join(root, 'docs/sql.svg'), svgOf(await record()));
  console.log('Written: docs/sql.svg');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
