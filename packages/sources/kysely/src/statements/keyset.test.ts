import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createNodeSqliteDialect } from '../node-sqlite.ts';
import { rowsBehind } from './keyset.ts';
import type { OrderKey } from './order-keys.ts';
import type { Executor } from './transaction.ts';

const db = new Kysely({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) }) as unknown as Executor;

/** A key such as `-a?`: descending, and possibly NULL. `a?last` and `a?first` say where NULL is. */
function keyOf(text: string): OrderKey {
  const [name = '', nulls] = text.replace('-', '').split('?');
  return {
    expression: sql.id(name),
    descending: text.startsWith('-'),
    nullsLast: nulls ? nulls === 'last' : text.startsWith('-'),
    isNullable: nulls !== undefined,
    isNullableIfFound: false,
    type: undefined,
    joins: [],
  };
}

function conditions(keys: string, values: readonly unknown[], comparesRows = true): readonly string[] {
  const behind = rowsBehind(keys.split(' ').map(keyOf), values, comparesRows);
  return behind.map((it) => {
    const { sql: text, parameters } = db.selectFrom('t').select(sql`1`.as('one')).where(it).compile();
    let place = 0;
    return text
      .replace(/^.* where /, '')
      .replaceAll('"', '')
      .replace(/\?/g, () => String(parameters[place++]));
  });
}

describe('the rows behind a position', () => {
  test.each([
    ['id', [5], ['id > 5']],
    ['-id', [5], ['id < 5']],
    ['a id', [1, 5], ['(a, id) > (1, 5)']],
    ['-a -id', [1, 5], ['(a, id) < (1, 5)']],
    ['a? b? id', [1, 2, 5], ['(a, b, id) > (1, 2, 5)']],
    ['-a? -id', [1, 5], ['(a, id) < (1, 5)', 'a is null']],
    ['a? id', [null, 5], ['(a is null and id > 5)', 'a is not null']],
    ['-a? -id', [null, 5], ['(a is null and id < 5)']],
    ['a -id', [1, 5], ['(a = 1 and id < 5)', 'a > 1']],
    ['-a b id', [1, 2, 5], ['(a = 1 and (b, id) > (2, 5))', 'a < 1']],
    ['-a -b? -id', [1, 2, 5], ['(a = 1 and (b, id) < (2, 5))', '(a = 1 and b is null)', 'a < 1']],
    ['a?last id', [1, 5], ['(a, id) > (1, 5)', 'a is null']],
    ['a?last id', [null, 5], ['(a is null and id > 5)']],
    ['-a?first -id', [1, 5], ['(a, id) < (1, 5)']],
    ['-a?first -id', [null, 5], ['(a is null and id < 5)', 'a is not null']],
    ['a b?last id', [1, 2, 5], ['(a = 1 and (b, id) > (2, 5))', '(a = 1 and b is null)', 'a > 1']],
    ['-a -b?first -id', [1, 2, 5], ['(a, b, id) < (1, 2, 5)']],
  ])('%s at %j: %j', (keys, values, expected) => {
    expect(conditions(keys, values)).toEqual(expected);
  });

  test('where an index does not answer comparisons of rows, one range after the other', () => {
    expect(conditions('a b id', [1, 2, 5], false)).toEqual([
      '(a = 1 and (b = 2 and id > 5))',
      '(a = 1 and b > 2)',
      'a > 1',
    ]);
  });
});
