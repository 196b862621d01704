/** Validates a document of 50 MB in this process, and prints what it took. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../src/cli/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'linkage-large-'));
const file = join(folder, 'large.json');
const body = 'x'.repeat(200);
const resource = (id: number) =>
  `{"type":"articles","id":"${id}","attributes":{"title":"Title ${id}","body":"${body}"},"relationships":{"author":{"data":{"type":"people","id":"${id % 1000}"}}}}`;
const people = Array.from({ length: 1000 }, (_, id) => `{"type":"people","id":"${id}"}`);
const resources = Array.from({ length: 155_000 }, (_, id) => resource(id));
writeFileSync(file, `{"data":[${resources}],"included":[${people},{"type":"people","id":7}]}`);
resources.length = 0;
const start = performance.now();
let out = '';
const status = await runCommand(['validate', file, '--as', 'response', '--json'], {
  out: (text) => {
    out += text;
  },
  error: (text) => void process.stderr.write(text),
  stdin: () => [],
  isInteractive: false,
  onStop: () => undefined,
  exit: () => undefined,
});
const seconds = (performance.now() - start) / 1000;
rmSync(folder, { recursive: true, force: true });
// On Linux, `maxRSS` begins with the memory of the process that started this one, which can be more.
const [, peak] =
  process.platform === 'linux' ? (/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []) : [];
const megabytes = Number(peak ?? process.resourceUsage().maxRSS) / 1024;
process.stdout.write(JSON.stringify({ status, seconds, megabytes, issues: JSON.parse(out).issues }));
