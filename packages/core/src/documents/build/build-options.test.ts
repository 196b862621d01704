import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { serialize } from '../serialize/serialize.ts';
import { buildDocument } from './build-document.ts';

const ann = { id: '9', firstName: 'Ann' };
const article = { id: '1', title: 'A', author: ann };
const strings = (options: object): readonly string[] => [
  serialize(blog, 'articles', article as never, options as never),
  JSON.stringify(buildDocument(blog, 'articles', article as never, options as never)),
];

function withInherited(name: string, value: unknown, enumerable: boolean, run: () => void): void {
  Object.defineProperty(Object.prototype, name, { value, enumerable, configurable: true, writable: true });
  try {
    run();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

describe('options of a build', () => {
  test.each<[name: string, value: unknown]>([
    ['include', ['author']],
    ['fields', { articles: ['title'] }],
    ['links', { self: '/x' }],
    ['meta', { a: 1 }],
    ['jsonapi', { version: '1.1' }],
    ['baseUrl', '/api'],
    ['urls', { resource: () => '/x' }],
    ['typeOf', () => 'people'],
  ])('%s of every object is not an option', (name, value) => {
    const usual = [strings({}), strings({ include: [] }), strings({ [name]: undefined })];
    for (const enumerable of [true, false]) {
      withInherited(name, value, enumerable, () => {
        expect([strings({}), strings({ include: [] }), strings({ [name]: undefined })]).toEqual(usual);
      });
    }
  });

  test('can be inherited from a class', () => {
    class Options {
      get include(): readonly string[] {
        return ['author'];
      }
      get jsonapi(): object {
        return { version: '1.1' };
      }
    }
    expect(strings(new Options())).toEqual(strings({ include: ['author'], jsonapi: { version: '1.1' } }));
  });

  test('of a class can use `this`, also beside other options', () => {
    class Options {
      readonly include = ['author'];
      readonly first = undefined;
      typeOf(): string | undefined {
        return this.include[1];
      }
    }
    expect(() => strings(new Options())).toThrow('serialize: unknown option "first".');
    expect(strings(Object.create(new Options()))).toEqual(strings({ include: ['author'] }));
  });

  test.each([
    [{ includes: [] }, 'unknown option "includes". Did you mean `include`?'],
    [{ include: [], constructor: 1 }, 'unknown option "constructor".'],
    [{ baseUrl: 1 }, '`baseUrl` must be a string, but it is 1.'],
    [{ canFind: true }, '`canFind` must be a function, but it is true.'],
    [null, '`options` must be an object, but it is null.'],
  ])('%j is rejected', (options, message) => {
    expect(() => strings(options as never)).toThrow(`serialize: ${message}`);
    expect(() => buildDocument(blog, 'articles', null, options as never)).toThrow(`buildDocument: ${message}`);
  });
});

describe('a `jsonapi` object with the version alone', () => {
  const documentOf = (jsonapi: object): { readonly jsonapi?: object } =>
    buildDocument(blog, 'articles', null, { jsonapi } as never) as never;

  test('is a frozen copy', () => {
    const jsonapi = { version: '1.1' };
    const document = documentOf(jsonapi);
    jsonapi.version = '1.0';
    expect(document.jsonapi).toEqual({ version: '1.1' });
    expect(Object.isFrozen(document.jsonapi)).toBe(true);
  });

  test('is read as any other object', () => {
    expect(documentOf({ __proto__: null, version: '1.1' }).jsonapi).toEqual({ version: '1.1' });
    expect(documentOf({ version: '1.1', meta: { a: 1 } }).jsonapi).toEqual({ version: '1.1', meta: { a: 1 } });
    expect(documentOf({ version: undefined }).jsonapi).toEqual({});
    expect(documentOf({ version: '1.1', toJSON: () => ({ version: '1.0' }) }).jsonapi).toEqual({ version: '1.0' });
    expect(documentOf(Object.defineProperty({}, 'version', { value: '1.1' })).jsonapi).toEqual({});
    expect(() => documentOf({ version: 1 })).toThrow('(rule jsonapi-version)');
    expect(() => documentOf({ version: '1.1', versoin: 1 })).toThrow('must not contain "versoin"');
    withInherited('version', '1.1', true, () => expect(Object.keys(documentOf({}).jsonapi ?? {})).toEqual([]));
    withInherited(
      'toJSON',
      () => ({ version: '1.0' }),
      false,
      () => {
        expect(documentOf({ version: '1.1' }).jsonapi).toEqual({ version: '1.0' });
      },
    );
  });
});
