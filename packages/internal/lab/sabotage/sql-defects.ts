import type { Defect } from './defect.ts';

/** Statements that read or write other rows than those of the request. */
export const sqlDefects: readonly Defect[] = [
  {
    id: 'several-statements-write-run',
    name: 'several statements of a write run without a transaction',
    change: 'always',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    id: 'scope-table-missing',
    name: 'the scope of a table is missing',
    change: 'always',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    id: 'scope-related-table-missing',
    name: 'the scope of a related table is missing',
    change: 'always',
    test: 'kysely/src/scope.test.ts',
  },
  {
    id: 'pages-equal-sort-values-overlap',
    name: 'pages with equal sort values overlap',
    change: 'remove',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    id: 'contains-compares-texts-part',
    name: 'contains compares texts in part',
    change: ['0', '1'],
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    id: 'letters-text-compared-without-case',
    name: 'the letters of a text are compared without case',
    change: 'always',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    id: 'rows-null-no-page-behind-cursor',
    name: 'rows with null are on no page behind a cursor',
    change: 'never',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    id: 'equal-values-first-sort-key-hide',
    name: 'equal values of the first sort key hide rows behind a cursor',
    change: ['ties, ...', ''],
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    id: 'another-transaction-used-database',
    name: 'another transaction is used for a database',
    change: ['get(transaction) === db', 'has(transaction)'],
    test: 'kysely/src/statements/transaction.test.ts',
  },
  {
    id: 'spelling-integer-another-url-row',
    name: 'a spelling of an integer is another URL of a row',
    change: 'never',
    test: 'kysely/src/columns/key.test.ts',
  },
  {
    id: 'spelling-uuid-another-url-row',
    name: 'a spelling of a UUID is another URL of a row',
    change: 'never',
    test: 'kysely/src/columns/key.test.ts',
  },
  {
    id: 'signs-pattern-not-escaped',
    name: 'signs of a pattern are not escaped',
    change: [/\.replace\(.*\)/, ''],
    test: 'kysely/src/source-suite.test.ts',
  },
  {
    id: 'unique-violation-unknown-failure',
    name: 'a unique violation is an unknown failure',
    change: 'remove',
    test: 'kysely/src/failures/violation.test.ts',
  },
];
