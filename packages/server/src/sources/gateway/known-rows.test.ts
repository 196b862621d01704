import { attribute, defineApi, errorObject, type FilterCondition, JsonApiError, toMany, toOne } from '@linkage/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Can } from '../port/can.ts';
import type { Selection, SourceCall, SourceRecord } from '../port/data-source.ts';
import { type KnownRows, knowingRows, knownRows } from './known-rows.ts';

const text = attribute(z.string(), {});
const api = defineApi({
  articles: { attributes: { title: text }, relationships: { author: toOne('people'), tags: toMany('tags') } },
  people: { attributes: { name: text }, relationships: { articles: toMany('articles') } },
  tags: { attributes: { name: text } },
});
const select = (...names: readonly string[]): Selection => ({
  attributes: new Set(names),
  relationships: new Set(),
  include: undefined,
});
const rows: Record<string, readonly SourceRecord[]> = {
  articles: [{ id: '1', title: 'a' } as never],
  people: [{ id: '1', name: 'a' } as never, { id: '2', name: 'b', articles: ['1'] } as never],
};
const condition: readonly FilterCondition[] = [{ field: 'name', operator: 'eq', values: ['a'] }];
const onPath: readonly FilterCondition[] = [{ field: 'articles.title', operator: 'eq', values: ['a'] }];

let call: SourceCall;
let asked: unknown[];
beforeEach(() => {
  call = knowingRows({ context: undefined, signal: AbortSignal.any([]) }, api);
  asked = [];
  stored = everything;
});

/** The fields that the source declares to be stored in its records. */
const everything: ReadonlySet<string> = new Set(['id', 'name', 'title', 'author']);
let stored: ReadonlySet<string>;

/** Finds rows, and returns their ids. What the source was asked for is in `asked`. */
function find(type: string, ids: readonly string[], selection = select(), more: Partial<SourceCall> = {}) {
  const given = { ...call, ...more };
  const ask = (unknown: readonly string[]) => {
    asked.push(unknown.join());
    const matching = rows[type]?.filter((row) => unknown.includes(String(row.id))) ?? [];
    return more.conditions === undefined ? matching : matching.filter((row) => 'name' in row && row.name === 'a');
  };
  const found = knownRows(given)?.find([type, stored], ask, ids, selection, given);
  return (found as readonly SourceRecord[]).map(({ id }) => id);
}
test('a call has no memory unless it is part of a write, and its copies share it', () => {
  expect(knownRows({ context: undefined, signal: call.signal })).toBeUndefined();
  expect(knownRows({ ...call, forUpdate: true })).toBe(knownRows(call));
  expect(knowingRows(call, api)).toBe(call);
});

test('of many writes of a list, only the first looks at each row, until other rows are read', () => {
  let looks = 0;
  class Counted extends Set<string> {
    override has(name: string): boolean {
      looks++;
      return super.has(name);
    }
  }
  stored = new Counted(everything);
  const known = knownRows(call) as KnownRows;
  find('people', ['1'], select('name'));
  known.forget('articles', true);
  const once = looks;
  for (let index = 0; index < 100; index++) known.forget('articles', true, String(index));
  expect([once > 0, looks]).toEqual([true, once]);
  // The second person has links to articles.
  find('people', ['2'], select('name'));
  expect(find('people', ['1', '2'], select('name'))).toEqual(['1', '2']);
  known.forget('articles', true);
  find('people', ['1', '2'], select('name'));
  expect(asked).toEqual(['1', '2', '2']);
});

describe('rows', () => {
  test.each<[string, readonly [Selection, Partial<SourceCall>], readonly [Selection, Partial<SourceCall>], boolean]>([
    ['the same fields', [select('name'), {}], [select('name'), {}], true],
    ['fewer fields', [select('name'), {}], [select(), {}], true],
    ['more fields', [select(), {}], [select('name'), {}], false],
    ['without the lock that it has', [select(), { forUpdate: true }], [select(), {}], true],
    ['with a lock that it does not have', [select(), {}], [select(), { forUpdate: true }], false],
    ['without the conditions that it matches', [select(), { conditions: condition }], [select(), {}], true],
    ['with conditions that were not compared', [select(), {}], [select(), { conditions: condition }], false],
    ['with other conditions', [select(), { conditions: condition }], [select(), { conditions: onPath }], false],
  ])('%s: asked once: %s', (_, first, second, isKnown) => {
    expect([find('people', ['1'], ...first), find('people', ['1'], ...second)]).toEqual([['1'], ['1']]);
    expect(asked).toEqual(isKnown ? ['1'] : ['1', '1']);
  });

  test('only what is unknown is asked for; what is absent stays absent, and what is hidden stays hidden', () => {
    expect(find('people', ['1', '9'])).toEqual(['1']);
    expect(find('people', ['1', '2', '9'])).toEqual(['1', '2']);
    expect(find('people', ['2'], select(), { conditions: condition })).toEqual([]);
    expect(find('people', ['2'], select(), { conditions: condition })).toEqual([]);
    expect(find('people', ['2'])).toEqual(['2']);
    expect(asked).toEqual(['1,9', '2', '2']);
  });
});

describe('a write', () => {
  const known = (isAlone: boolean) => {
    find('articles', ['1'], select('title'));
    find('people', ['1', '2'], select('name'));
    find('people', ['1'], select(), { conditions: condition });
    find('people', ['1'], select(), { conditions: onPath });
    knownRows(call)?.forget('articles', isAlone);
    asked = [];
  };

  test('forgets its type, and the conditions on paths', () => {
    known(true);
    find('articles', ['1']);
    find('people', ['1'], select(), { conditions: onPath });
    expect(asked).toEqual(['1', '1']);
  });

  test('that changes nothing else keeps the rows without links to its type, and what attributes decided', () => {
    known(true);
    find('people', ['1'], select('name'));
    find('people', ['1'], select(), { conditions: condition });
    expect(asked).toEqual([]);
    find('people', ['2'], select('name'));
    expect(asked).toEqual(['2']);
  });

  test('that can change other rows keeps only that they exist, and what attributes decided', () => {
    known(false);
    find('people', ['1', '2']);
    find('people', ['1'], select(), { conditions: condition });
    expect(asked).toEqual([]);
    find('people', ['1'], select('name'));
    expect(asked).toEqual(['1']);
  });

  test.each<[string, readonly string[], readonly unknown[]]>([
    ['nothing: it forgets all', [], ['1', '1', '1']],
    ['that resources exist: it forgets what computed attributes decided, and their rows', ['id'], ['1', '1']],
    ['attributes, too: it forgets nothing', ['id', 'name'], []],
  ])('of another type, whose source declares to store %s', (_, fields, again) => {
    stored = new Set(fields);
    known(true);
    find('people', ['1']);
    find('people', ['1'], select('name'));
    find('people', ['1'], select(), { conditions: condition });
    expect(asked).toEqual(again);
  });

  test('by code of the application forgets everything', () => {
    find('people', ['1']);
    knownRows(call)?.clear();
    find('people', ['1']);
    expect(asked).toEqual(['1', '1']);
  });
});

test('what was found while a write ended is not kept', async () => {
  let end: (records: readonly SourceRecord[]) => void = () => undefined;
  const late = new Promise<readonly SourceRecord[]>((resolve) => {
    end = resolve;
  });
  const finding = knownRows(call)?.find(['people', stored], () => late, ['1'], select('name'), call);
  knownRows(call)?.forget('articles', true);
  end(rows.people as readonly SourceRecord[]);
  await finding;
  find('people', ['1'], select('name'));
  expect(asked).toEqual(['1']);
});

describe('a write through the gateway', () => {
  const can = (returnsWritten: boolean) => ({ returnsWritten }) as Can;
  const written = { id: '2', name: 'c' } as never;
  const writePeople = (returnsWritten: boolean, result: unknown, isDeletion = false) =>
    knownRows(call)?.write(['people', stored], isDeletion, can(returnsWritten), () => result);

  test.each<[string, boolean, unknown, boolean, readonly string[]]>([
    ['keeps the record that its source declares to return', true, written, false, ['1']],
    ['keeps several, and expects that they are asked for together', true, [written, { id: '1' }], false, []],
    ['keeps no record of a source that declares nothing', false, written, false, ['1', '2']],
    ['keeps nothing of one that continues', true, { accepted: { type: 'people', id: '2' } }, false, ['1', '2']],
    ['that deletes forgets everything', true, true, true, ['1', '2']],
  ])('%s', (_, returnsWritten, result, isDeletion, again) => {
    find('people', ['1', '2']);
    expect(writePeople(returnsWritten, result, isDeletion)).toBe(result);
    asked = [];
    find('people', ['1']);
    find('people', ['2'], select('name'), { forUpdate: true });
    expect(asked).toEqual(again);
  });

  test('that failed leaves nothing known', () => {
    find('tags', ['1']);
    const fail = () => {
      throw new Error('x');
    };
    expect(() => knownRows(call)?.write(['people', stored], false, can(true), fail)).toThrow('x');
    find('tags', ['1']);
    expect(asked).toEqual(['1', '1']);
  });
});

test('a row is locked if it was found with a lock, also against its deletion', () => {
  const locks: readonly Partial<SourceCall>[] = [{}, { forUpdate: true, keepsRecords: true }, { forUpdate: true }];
  const isLocked = (id: string) => knownRows(call)?.isLocked('people', id);
  for (const lock of locks) {
    expect([isLocked('1'), isLocked('9')]).toEqual([false, false]);
    find('people', ['1', '9'], select(), lock);
    find('people', ['9'], select(), { ...lock, conditions: condition });
  }
  expect([isLocked('1'), isLocked('9')]).toEqual([true, false]);
});

describe('later operations', () => {
  const expectPeople = (...ids: readonly string[]) => knownRows(call)?.expect('people', ids);

  test('the first one that asks reads what all need, once, and gets only what it asked for', () => {
    expectPeople('1', '2', '9', '2');
    expect([find('people', ['1']), find('people', ['2']), find('people', ['9'])]).toEqual([['1'], ['2'], []]);
    find('people', ['3']);
    expect(asked).toEqual(['1,2,9', '3']);
  });

  test('a call that asked for more and was rejected is reported, because its data can be that of another operation', () => {
    const known = knownRows(call) as KnownRows;
    const failing = (type: string, error: Error) => () =>
      known.find(
        [type, stored],
        () => {
          throw error;
        },
        ['1'],
        select(),
        call,
      );
    const rejection = new JsonApiError(errorObject('ID_CONFLICT', 'x'));
    const sharing = { hasOverreached: false };
    known.sharing = sharing;
    expectPeople('1', '2');
    expect(failing('articles', rejection)).toThrow(rejection);
    expect(sharing.hasOverreached).toBe(false);
    expect(failing('people', new Error('x'))).toThrow('x');
    expect(sharing.hasOverreached).toBe(false);
    expectPeople('1', '2');
    expect(failing('people', rejection)).toThrow(rejection);
    expect(sharing.hasOverreached).toBe(true);
  });
});
