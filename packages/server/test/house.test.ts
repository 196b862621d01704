import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceFiles } from '../../core/test/source-files.ts';

const packages = join(import.meta.dirname, '../..');
const folders = ['server/src/rules', 'server/src/reading', 'core/src/documents/compound'];

const build = 'core/src/documents/build/build-document.test.ts';
const options = 'core/src/documents/build/check-options.test.ts';
const writer = 'core/src/documents/serialize/document-writer.test.ts';
const policies = 'server/src/rules/policies.test.ts';
const writes = 'server/src/rules/access-writes.test.ts';
const sides = 'server/test/both-sides-suite.ts';
const failing = 'server/test/failing-sources.test.ts';

/** The test of each file that has no test of its own beside it: the file of the test, and its title. */
const coveredBy: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'server/src/rules/changes-within.ts': [
    'server/src/rules/preserve-hidden-members.test.ts',
    'who sees all of them replaces all of them',
  ],
  'core/src/documents/compound/check-json.ts': [options, '%s holds JSON'],
  'core/src/documents/compound/check-links.ts': [options, 'breaks no rule'],
  'core/src/documents/compound/links-only.ts': [
    'server/src/reading/assert-linkage.test.ts',
    'a source without transactions: 4xx would hide what was written',
  ],
  'core/src/documents/compound/linkage.ts': [build, 'to-many: ids, identifiers and records, each once'],
  'core/src/documents/compound/render-compound.ts': [build, 'in the order in which linkage leads to them, each once'],
  'core/src/documents/compound/resource-texts.ts': [writer, 'it is that of serialize'],
  'core/src/documents/compound/resource.ts': [build, 'one record becomes one resource object'],
  'core/src/documents/compound/traversal.ts': [build, 'a fieldset that hides the relationship keeps what it leads to'],
  'core/src/documents/compound/write-resource.ts': [writer, 'it is that of serialize'],
  'core/src/documents/compound/wrong-linkage.ts': [
    'core/src/documents/compound/write-linkage.test.ts',
    'a to-one relationship with an array',
  ],
  'server/src/rules/guard-source.ts': [
    'server/src/rules/access-conditions.test.ts',
    'a version and a job behind access rules are those of the source',
  ],
  'server/src/rules/join-conditions.ts': [
    'server/src/rules/restrict-filter.test.ts',
    '%j %s: receives the conditions of the rules, and no ids are read',
  ],
  'server/src/rules/guard-relate.ts': [
    'server/src/rules/create-links-to-itself.test.ts',
    'a rule `relate` decides, and its refusal leaves nothing',
  ],
  'server/src/rules/permission.ts': [writes, 'whether a caller can write'],
  'server/src/rules/changed-sides.ts': [sides, 'a write that keeps what the caller can read is allowed'],
  'server/src/rules/changed-members.ts': [
    'server/src/rules/permit-sides.test.ts',
    'the rules of the members that really change are called',
  ],
  'server/src/rules/permit-deletion.ts': [sides, 'a resource with links from hidden resources cannot be deleted'],
  'server/src/rules/assert-stated.ts': [policies, 'of sources that state nothing are read for each batch, and refused'],
  'server/src/rules/restrict-include.ts': [
    'server/src/reading/include-tree.test.ts',
    'records of a type that the caller can read are used',
  ],
  'server/src/reading/find-resource.ts': [failing, 'unrequested and repeated records are omitted'],
  'server/src/reading/load-missing.ts': [failing, 'unrequested and repeated records are omitted'],
  'server/src/reading/loaded-records.ts': [
    'server/src/reading/calls.test.ts',
    'a resource reached by two paths is loaded once, and so is its linkage',
  ],
  'server/src/reading/read-value.ts': [
    'server/src/reading/calls.test.ts',
    'a resource reached by two paths is loaded once, and so is its linkage',
  ],
  'server/src/reading/include-error.ts': [
    'server/src/reading/load-includes-refused.test.ts',
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
