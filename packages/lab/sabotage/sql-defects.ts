// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source files
import type { Defect } from './defect.ts';

/** Statements that read or write other rows than those of the request. */
export const sqlDefects: readonly Defect[] = [
  {
    name: 'several statements of a write run without a transaction',
    file: 'kysely/src/writing/write.ts',
    from: 'isOne ? runStatement(db, call, runCall) : runInTransaction(db, call, runCall)',
    to: 'runStatement(db, call, runCall)',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    name: 'the scope of a table is missing',
    file: 'kysely/src/statements/scope.ts',
    from: 'return table?.scope === undefined ? [] : table.scope.conditions(alias);',
    to: 'return table === null ? [] : [];',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    name: 'the scope of a related table is missing',
    file: 'kysely/src/statements/scope.ts',
    from: "return table?.scope === undefined ? [] : [eb(row, 'in', idsInScope(table, hasKey))];",
    to: "return table === null ? [eb(row, 'in', idsInScope(table, hasKey))] : [];",
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    name: 'pages with equal sort values overlap',
    file: 'kysely/src/reading/select-page.ts',
    from: 'for (const column of keyAt(MEMBER, keyNames(table)).columns) page = page.orderBy(column);',
    to: '',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    name: 'contains compares texts in part',
    file: 'kysely/src/statements/text-conditions.ts',
    from: 'instr(${text}, ${value}) > 0',
    to: 'instr(${text}, ${value}) > 1',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    name: 'the letters of a text are compared without case',
    file: 'kysely/src/statements/text-conditions.ts',
    from: "const text = operator.startsWith('i') ? sql`lower(${column})` : column;",
    to: 'const text = sql`lower(${column})`;',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    name: 'rows with null are on no page behind a cursor',
    file: 'kysely/src/statements/keyset.ts',
    from: "return isNullable ? [eb(expression, '<', value), eb(expression, 'is', null)] : [eb(expression, '<', value)];",
    to: "return [eb(expression, '<', value)];",
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    name: 'equal values of the first sort key hide rows behind a cursor',
    file: 'kysely/src/statements/keyset.ts',
    from: 'return [...ties, ...behindKey(first, value)];',
    to: 'return [...behindKey(first, value)];',
    test: 'kysely/src/sqlite-defects.test.ts',
  },
  {
    name: 'another transaction is used for a database',
    file: 'kysely/src/statements/transaction.ts',
    from: 'return databases.get(transaction) === db ? (transaction as Executor) : undefined;',
    to: 'return databases.has(transaction) ? (transaction as Executor) : undefined;',
    test: 'kysely/src/statements/transaction.test.ts',
  },
  {
    name: 'a spelling of an integer is another URL of a row',
    file: 'storage/src/columns/key.ts',
    from: 'if (!CANONICAL.test(id)) return undefined;',
    to: '',
    test: 'storage/src/columns/key.test.ts',
  },
  {
    name: 'a spelling of a UUID is another URL of a row',
    file: 'storage/src/columns/key.ts',
    from: "return type?.kind === 'uuid' && id !== id.toLowerCase() ? undefined : id;",
    to: 'return id;',
    test: 'storage/src/columns/key.test.ts',
  },
  {
    name: 'signs of a pattern are not escaped',
    file: 'storage/src/columns/text-match.ts',
    from: "value.replace(/[\\\\%_]/g, '\\\\$&')",
    to: 'value',
    test: 'storage/src/columns/text-match.test.ts',
  },
  {
    name: 'a unique violation is an unknown failure',
    file: 'storage/src/failures/sqlite-violation.ts',
    from: "  [2067, 'unique'],\n",
    to: '',
    test: 'storage/src/failures/violation.test.ts',
  },
];
