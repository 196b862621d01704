import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../../scripts/workspace.ts';
import { readSourceFiles } from '../../core/test/source-files.ts';

const folders = ['server/src/rules', 'server/src/reading', 'core/src/documents/compound'];

const build = 'core/src/documents/build/build-document.test.ts';
const options = 'core/src/documents/build/check-options.test.ts';
const writer = 'core/src/documents/serialize/document-writer.test.ts';
const writes = 'server/src/rules/access-writes.test.ts';
const sides = 'server/test/both-sides-suite.ts';
const failing = 'server/test/failing-sources.test.ts';
const mixed = 'server/src/operations/fetch-mixed.test.ts';

/** The test of each file that has no test of its own beside it: the file of the test, and its title. */
const coveredBy: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'core/src/documents/compound/check-json.ts': [options, '%s holds JSON'],
  'core/src/documents/compound/check-links.ts': [options, 'breaks no rule'],
  'core/src/documents/compound/links-only.ts': [
    'server/src/reading/assert-linkage.test.ts',
    'a source without transactions: 4xx would hide what was written',
  ],
  'core/src/documents/compound/linkage.ts': [build, 'to-many: ids, identifiers and records, each once'],
  'core/src/documents/compound/render-compound.ts': [build, 'in the order in which linkage leads to them, each once'],
  'core/src/documents/compound/resource-entry.ts': [build, 'to-many: ids, identifiers and records, each once'],
  'core/src/documents/compound/resource-strings.ts': [writer, 'it is that of serialize'],
  'core/src/documents/compound/resource.ts': [build, 'one record becomes one resource object'],
  'core/src/documents/compound/write-resource.ts': [writer, 'it is that of serialize'],
  'core/src/documents/compound/wrong-linkage.ts': [
    'core/src/documents/compound/write-relationships.test.ts',
    'a to-one relationship with an array',
  ],
  'server/src/rules/subject-record.ts': ['kysely/src/subject-records.test.ts', 'all that receive a record'],
  'server/src/rules/guard-source.ts': [
    'server/src/rules/access-conditions.test.ts',
    'a version and a job behind access rules are those of the source',
  ],
  'server/src/rules/request-access.ts': ['server/src/rules/access-reads.test.ts', 'two users in turns, 1,000 requests'],
  'server/src/rules/permitted.ts': [
    'server/src/rules/access-conditions.test.ts',
    'a version and a job behind access rules are those of the source',
  ],
  'server/src/rules/find-visible.ts': ['server/src/rules/access-writes.test.ts', 'whether a user can write'],
  'server/src/rules/permit-ahead.ts': [
    'server/src/writing/write-at-once.test.ts',
    'what takes one statement, and what takes all steps',
  ],
  'server/src/rules/rule-ahead.ts': [
    'server/src/writing/write-at-once.test.ts',
    'a rule that looks at its subject in any way is asked about the resource',
  ],
  'server/src/rules/visible-after.ts': [
    'server/src/rules/undecided-fields.test.ts',
    'cannot make the resource match and set the attribute at once, or set it and let go',
  ],
  'server/src/rules/permission.ts': [writes, 'whether a user can write'],
  'server/src/rules/find-linked.ts': [sides, 'for the member that moves, and for the owner that loses it'],
  'server/src/rules/changed-members.ts': [
    'server/src/rules/permit-sides.test.ts',
    'the rules of the members that really change are called',
  ],
  'server/src/rules/permit-deletion.ts': [sides, 'a resource with links from hidden resources cannot be deleted'],
  'server/src/rules/read-others.ts': [
    'server/src/writing/hooks/hooks.test.ts',
    'hooks list and count other resources, whatever their user can read, and see earlier operations',
  ],
  'server/src/rules/hidden-term.ts': [
    'server/src/rules/restrict-filter.test.ts',
    'a condition finds nothing by a hidden resource',
  ],
  'server/src/rules/visible-references.ts': [
    'server/src/rules/restrict-records.test.ts',
    'one call for each type, for what the response contains',
  ],
  'server/src/reading/find-resource.ts': [failing, 'unrequested and repeated records are omitted'],
  'server/src/reading/loaded-records.ts': [
    'server/src/reading/calls.test.ts',
    'a resource reached by two paths is loaded once, and so is its linkage',
  ],
  'server/src/reading/store-value.ts': [
    'server/src/reading/calls.test.ts',
    'a resource reached by two paths is loaded once, and so is its linkage',
  ],
  'server/src/reading/conditional/operation-context.ts': [
    'server/src/extensions/atomic/preconditions.test.ts',
    '`meta.ifMatch` is compared with the target as the operations before left it',
  ],
  'server/src/reading/merged-page.ts': [mixed, 'CUR-01 what is created in front of a cursor is not behind it'],
  'server/src/reading/mixed-page.ts': [mixed, 'is read in one order, has a version, and can only be read'],
  'server/src/reading/mixed-rows.ts': [mixed, 'CUR-01 what is created in front of a cursor is not behind it'],
  'server/src/reading/include-error.ts': [
    'server/src/reading/load-includes-rejected.test.ts',
    'a relationship that cannot be included is rejected with 400 (INC-07)',
  ],
};

describe('access, loading and compound documents', () => {
  // Files that declare types have nothing to run.
  const files = readSourceFiles()
    .filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .filter(({ code }) => /^export (?:async )?(?:function|const|class)\b/m.test(code))
    .map(({ path }) => path);
  const hasOwnTest = (path: string): boolean => existsSync(packagePath(path.replace(/\.ts$/, '.test.ts')));

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
      expect(readFileSync(packagePath(file), 'utf8')).toContain(title);
    },
  );
});

describe('what the access rules have not permitted', () => {
  const server = readSourceFiles().filter(({ path }) => path.startsWith('server/src/'));
  const filesWith = (pattern: RegExp) => server.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

  test.each([
    [
      'a source that shows what its user can read',
      /\bvisibleSource\(/,
      ['rules/guard-source.ts', 'rules/permitted.ts'],
    ],
    [
      'a permit',
      /[{,]\s*permit\s*[},].*permitted\.ts|export const permit\b/,
      ['rules/permit-ahead.ts', 'rules/permit-writes.ts', 'rules/permitted.ts'],
    ],
    [
      'a source without rules',
      /\bgatewayOf\b/,
      [
        ...['pipeline/create-server.ts', 'pipeline/run-at-endpoint.ts', 'rules/context.ts'],
        ...['rules/create-request-access.ts', 'rules/permitted.ts', 'rules/view-of.ts'],
      ],
    ],
    ['a gateway', /\bcreateGateway\(/, ['pipeline/create-server.ts', 'sources/gateway/gateway.ts']],
    ['a view, whose sources have the rules', /\bguardSource\(/, ['rules/guard-source.ts', 'rules/view-of.ts']],
  ])('only these files make %s', (_, pattern, files) => {
    expect(filesWith(pattern)).toEqual(files.map((file) => `server/src/${file}`));
  });

  test('only the rules ask sources without themselves', () => {
    expect(filesWith(/\bunguardedSourceOf\b/).filter((path) => !path.startsWith('server/src/rules/'))).toEqual([]);
  });
});
