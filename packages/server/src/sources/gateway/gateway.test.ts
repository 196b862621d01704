import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Deadline } from '../../pipeline/deadline.ts';
import type { AnySource } from '../port/any-source.ts';
import { readCan } from '../port/can.ts';
import { gatewayOf } from './gateway.ts';

const methods = 'list|find|related|create|update|delete|relate|transaction';
/** A method that is read from what is named like a source: `source.find`, `sourceOf(type)?.find`, `unguardedSourceOf(name).list`. */
const reads = new RegExp(String.raw`\b\w*[sS]ource\w*(?:\([^()]*\))?(?:\?|!)?\.(?:${methods})\b`, 'g');
/** A call, a binding, or a question whether the method exists, also through `?.`. */
const isWithThis = /^(?:\?\.)?\(|^\??\.(?:bind|call|apply)\(|^ (?:[!=]==? undefined|&&|\?(?!\?))/;
/** Methods that are taken out of a source by name. */
const takes = new RegExp(String.raw`\{([^{}=]*\b(?:${methods})\b[^{}=]*)\} = \w*[sS]ource\w*\b`, 'g');

/** The places where a text takes a method from a source without the source as its `this`. */
function detachedIn(code: string): readonly string[] {
  const read = [...code.matchAll(reads)].filter((it) => !isWithThis.test(code.slice(it.index + it[0].length)));
  const taken = [...code.matchAll(takes)].flatMap(({ 1: names = '' }) =>
    names
      .split(',')
      .filter((name) => new RegExp(String.raw`\b(?:${methods})\b`).test(name))
      .map((name) => name.replace(/^.*:/, '').trim())
      .filter((name) => new RegExp(String.raw`(?<![.\w])${name}(?:\?\.)?\(`).test(code)),
  );
  return [...read.map(([text]) => text), ...taken];
}

describe('methods of a source find the request that they are called for by `this`', () => {
  test.each<[code: string, detached: readonly string[]]>([
    ['const found = await source.find(ids, call);', []],
    ['source?.find?.(ids)', []],
    ['setup.sourceOf(type)?.related !== undefined', []],
    ['...(source.list && { list: guardList(source.list.bind(source)) })', []],
    ['source.transaction === undefined ? run(call) : source.transaction(run, call)', []],
    ['const { create, delete: remove } = source; create.call(source, input); remove.call(source, id);', []],
    ['page(source.list)', ['source.list']],
    ['const find = setup.sourceOf(type)?.find;', ['sourceOf(type)?.find']],
    ['return rawSource.related;', ['rawSource.related']],
    ['const { create, delete: remove } = source; create(input); remove?.(id);', ['create', 'remove']],
  ])('%s', (code, detached) => {
    expect(detachedIn(code)).toEqual(detached);
  });

  test('the server never calls a method without its source', () => {
    const folder = join(import.meta.dirname, '../..');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !/\.test(?:-d)?\.ts$/.test(path),
    );
    expect(files.length).toBeGreaterThan(100);
    const detached = files.flatMap((path) =>
      detachedIn(readFileSync(join(folder, path), 'utf8')).map((text) => `${path}: ${text}`),
    );
    expect(detached, 'Call these methods as source.find(…), or bind them: source.find.bind(source)').toEqual([]);
  });

  test.each(methods.split('|'))(
    '%s throws without its source, so no call is made without its deadline',
    async (name) => {
      const made: string[] = [];
      const source = { can: readCan('', {}), [name]: () => made.push(name) };
      const watch = { deadline: new Deadline({ signal: undefined }, 0), sourceTime: 0, startCall: () => undefined };
      const method = gatewayOf(watch as never, 'articles', source)[name as keyof AnySource] as () => unknown;
      await expect(async () => method()).rejects.toThrow(TypeError);
      await expect(async () => method.call({})).rejects.toThrow(TypeError);
      expect(made).toEqual([]);
    },
  );
});
