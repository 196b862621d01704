import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceFiles } from '../../core/test/source-files.ts';

const packages = join(import.meta.dirname, '../..');
const folders = ['server/src/access', 'server/src/loading', 'core/src/compound'];

const build = 'core/src/build/build-document.test.ts';
const options = 'core/src/build/check-options.test.ts';
const writer = 'core/src/serialize/document-writer.test.ts';
const policies = 'server/src/access/policies.test.ts';
const writes = 'server/src/access/access-writes.test.ts';
const sides = 'server/test/both-sides-suite.ts';
const failing = 'server/test/failing-sources.test.ts';

/** The test of each file that has no test of its own beside it: the file of the test, and its title. */
const coveredBy: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'server/src/access/changes-within.ts': [
    'server/src/access/preserve-hidden-members.test.ts',
    'who sees all of them replaces all of them',
  ],
  'core/src/compound/check-json.ts': [options, '%s holds JSON'],
  'core/src/compound/check-links.ts': [options, 'breaks no rule'],
  'core/src/compound/links-only.ts': [
    'server/src/loading/assert-linkage.test.ts',
    'a source without transactions: 4xx would hide what was written',
  ],
  'core/src/compound/linkage.ts': [build, 'to-many: ids, identifiers and records, each once'],
  'core/src/compound/render-compound.ts': [build, 'in the order in which linkage leads to them, each once'],
  'core/src/compound/resource-texts.ts': [writer, 'it is that of serialize'],
  'core/src/compound/resource.ts': [build, 'one record becomes one resource object'],
  'core/src/compound/traversal.ts': [build, 'a fieldset that hides the relationship keeps what it leads to'],
  'core/src/compound/write-resource.ts': [writer, 'it is that of serialize'],
  'core/src/compound/wrong-linkage.ts': [
    'core/src/compound/write-linkage.test.ts',
    'a to-one relationship with an array',
  ],
  'server/src/access/guard-source.ts': [
    'server/src/access/access-conditions.test.ts',
    'a version and a job behind access rules are those of the source',
  ],
  'server/src/access/join-conditions.ts': [
    'server/src/access/restrict-filter.test.ts',
    '%j %s: receives the conditions of the rules, and no ids are read',
  ],
  'server/src/access/guard-relate.ts': [
    'server/src/access/create-links-to-itself.test.ts',
    'a rule `relate` decides, and its refusal leaves nothing',
  ],
  'server/src/access/permission.ts': [writes, 'whether a caller can write'],
  'server/src/access/changed-sides.ts': [sides, 'a write that keeps what the caller can read is allowed'],
  'server/src/access/changed-members.ts': [
    'server/src/access/permit-sides.test.ts',
    'the rules of the members that really change are called',
  ],
  'server/src/access/permit-deletion.ts': [sides, 'a resource with links from hidden resources cannot be deleted'],
  'server/src/access/assert-stated.ts': [
    policies,
    'of sources that state nothing are read for each batch, and refused',
  ],
  'server/src/access/restrict-include.ts': [
    'server/src/loading/include-tree.test.ts',
    'records of a type that the caller can read are used',
  ],
  'server/src/loading/find-resource.ts': [failing, 'unrequested and repeated records are omitted'],
  'server/src/loading/load-missing.ts': [failing, 'unrequested and repeated records are omitted'],
  'server/src/loading/loaded-records.ts': [
    'server/src/loading/calls.test.ts',
    'a resource reached by two paths is loaded once, and so is its linkage',
  ],
  'server/src/loading/read-value.ts': [
    'server/src/loading/calls.test.ts',
    'a resource reached by two paths is loaded once, and so is its linkage',
  ],
  'server/src/loading/include-error.ts': [
    'server/src/loading/load-includes-refused.test.ts',
    'a relationship that cannot be included is rejected with 400 (INC-07)',
  ],
};

describe('access, loading and compound documents', () => {
  // Files that declare types have nothing to run.
  const files = readSourceFiles()
    .filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .filter(({ code }) => /^export (?:async )?(?:function|const|class)\b/m.test(code))
    .map(({ path }) => path);
  const hasOwnTest = (path: string): boolean => existsSync(join(packages, path.replace(/\.ts$/, '.test.ts')));

  test.each(folders)('%s has files', (folder) => {
    expect(files.filter((path) => path.startsWith(folder)).length).toBeGreaterThan(3);
  });

  test('each file has a test beside it, or is named in the table with the test that covers it', () => {
    const uncovered = files.filter((path) => !hasOwnTest(path) && !Object.hasOwn(coveredBy, path));
    expect(uncovered, 'Write a test beside these files, or name in coveredBy the one that covers them').toEqual([]);
  });

  test('the table names no file that is gone or that has a test of its own', () => {
    expect(Object.keys(coveredBy).filter((path) => !files.includes(path) || hasOwnTest(path))).toEqual([]);
  });

  test.each(Object.entries(coveredBy).map(([path, [file, title]]) => [path, file, title]))(
    '%s is covered by a test that is there: %s, "%s"',
    (_, file, title) => {
      expect(readFileSync(join(packages, file), 'utf8')).toContain(title);
    },
  );
});
