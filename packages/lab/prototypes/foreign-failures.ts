import type { ForeignFailure } from './judge-suite.ts';

const adds =
  'The test adds a property to `Object.prototype` to show that the library does not read it. A frozen prototype rejects it.';
const replaces = 'The test replaces a method of `Array.prototype` to count its calls. A frozen prototype rejects it.';

/** Tests that fail with frozen prototypes, by file. Without a title: several tests of the file. */
const frozen: readonly (readonly [reason: string, file: string, title?: string])[] = [
  [
    adds,
    'packages/core/src/documents/compound/resource-members.test.ts',
    'properties of `Object.prototype` are not members of a relationship object',
  ],
  [adds, 'packages/core/src/internal/options.test.ts', 'members of every object are not options'],
  [
    adds,
    'packages/core/src/documents/record/reference.test.ts',
    'members that every object inherits do not make an identifier a record',
  ],
  [
    adds,
    'packages/core/src/validate/rule-set.test.ts',
    'properties of `Object.prototype` are not members of an extension, a profile, or a node kind',
  ],
  [adds, 'packages/core/src/validate/validate-document.test.ts', 'any value members of a prototype are not members'],
  [replaces, 'packages/core/src/query/split-list.test.ts', 'a long list is not searched for each of its members'],
  [
    adds,
    'packages/client/src/options.test.ts',
    'createClient does not have `atomic` because of a property of `Object.prototype`',
  ],
  [
    adds,
    'packages/client/src/options.test.ts',
    'createClient does not take a property of `Object.prototype` for the location of a browser',
  ],
  [
    adds,
    'packages/client/test/prototypes/polluted.test.ts',
    'the properties exist while the client runs, and not while the server runs',
  ],
  [adds, 'packages/server/src/adapter/mount.test.ts', 'a property of `Object.prototype` does not change the response'],
  [adds, 'packages/server/src/extensions/atomic/polluted.test.ts'],
  [adds, 'packages/server/src/extensions/run-endpoint.test.ts'],
  [adds, 'packages/core/test/inherited-members.test.ts'],
  [adds, 'packages/server/test/prototypes/polluted-requests.test.ts'],
  [adds, 'packages/server/test/inherited-members.test.ts'],
  [adds, 'packages/query/src/polluted.test.ts'],
];

/**
 * The tests that fail in a mode because of the test, of a test tool, or of another library, and why. The script checks that they still
 * fail.
 */
export const foreignFailures: readonly ForeignFailure[] = frozen.map(([reason, file, title]) => ({
  mode: 'frozen',
  file,
  title,
  reason,
}));
