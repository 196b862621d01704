/** The clock of a machine can be set back, so no duration is measured with it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** The files that read the date, and the points in time that they store, send, or show. */
const readers: Readonly<Record<string, string>> = {
  'docs/examples/how-do-i/attributes.ts': 'stores when a resource was created',
  'docs/examples/react/server.ts': 'stores when an article was published',
  'docs/examples/clinic/actions.ts': 'stores when a write was done',
  'docs/examples/audit-log.ts': 'stores when a write was done',
  'docs/examples/drizzle.ts': 'stores when a resource was deleted',
  'docs/examples/tracker/sources.ts': 'stores when a resource was created, changed, and deleted',
  'docs/examples/row-level-security.ts': 'compares the time with the end of a token',
  'docs/examples/sessions.ts': 'compares the time with the end of a session',
  'docs/examples/soft-delete.ts': 'stores when a resource was deleted',
  'docs/examples/file-content.ts': 'compares the time with the end of a link',
  'docs/examples/trash.ts': 'stores when a resource was deleted',
  'docs/examples/sql-mapping.ts': 'stores when a row was changed',
  'docs/examples/numbered-issues.ts': 'stores when a resource was created and changed',
  'docs/examples/timestamps.ts': 'shows when an error occurred',
  'packages/tools/changes/src/compare-descriptions.ts': 'compares the day with the date of a `Sunset`',
  'packages/client/src/retry.ts': 'compares the time with the date of a `Retry-After`',
  'packages/tools/conformance/src/gateway/marks.ts': 'names resources of a run',
  'packages/tools/conformance/src/gateway/patience.ts': 'compares the time with the date of a `Retry-After`',
  'packages/tools/conformance/src/run/run-conformance.ts': 'shows when a run began',
  'packages/sources/kysely/src/idempotency-store.ts': 'compares the time with leases that other processes have stored',
  'packages/sources/kysely/src/outbox/events.ts': 'stores when a resource was changed',
  'packages/sources/kysely/src/outbox/reader.ts':
    'compares the time with leases and events that other processes have stored',
  'packages/tools/sql/src/files/prisma-files.ts': 'writes code that stores when a row was changed',
  'packages/server/src/operations/idempotency/with-key.ts': 'stores until when a key is leased and kept',
  'packages/server/src/memory/memory-idempotency-store.ts': 'reads how long a key is leased and kept',
  'packages/internal/lab/fuzz/options.ts': 'chooses a seed',
};

const readsDate = /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/;

/** Returns a string without comments that begin a line, and without strings that are parts of other code. */
const codeOf = (text: string): string => text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');

test('only files with a point in time read the date; durations use `performance.now()`', () => {
  const files = [
    'packages/{*,*/*}/{src,page,test}/**/*.ts',
    'packages/{,internal/}lab/**/*.ts',
    'scripts/**/*.ts',
    'docs/examples/**/*.ts',
  ].flatMap((pattern) => globSync(pattern, { cwd: root }));
  const found = files
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test(?:-d)?\.ts$|\/test\/|\/dist\/|node_modules/.test(path))
    .filter((path) => readsDate.test(codeOf(readFileSync(join(root, path), 'utf8'))));
  expect(files.length).toBeGreaterThan(500);
  expect(found.toSorted()).toEqual(Object.keys(readers).toSorted());
});

test.each([
  ['const end = Date.now() + 50;', true],
  ['const now = new Date().getTime();', true],
  ['performance.now()', false],
  ['new Date(text)', false],
  ['// Date.now() can step back', false],
])('%s', (code, isFound) => {
  expect(readsDate.test(codeOf(code))).toBe(isFound);
});
