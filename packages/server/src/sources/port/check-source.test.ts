import { describe, expect, test } from 'vitest';
import { readSource } from './check-source.ts';

const read = (source: object) => readSource('sources.articles', source);

describe('names that look like a method', () => {
  test('are rejected in an object and in its class', () => {
    class Misspelled {
      lists(): void {}
    }
    const message = 'sources.articles: unknown method "lists". Did you mean `list`?';
    for (const source of [new Misspelled(), { lists: () => [] }, { lists: 'articles' }])
      expect(() => read(source)).toThrow(message);
  });

  test('are allowed beside the method, for other values, and for getters, which are not called', () => {
    class Loading {
      list(): object {
        return { records: [] };
      }
      lists(): void {}
      get finds(): never {
        throw new Error('The getter was called.');
      }
    }
    expect(read(new Loading()).list).toBeTypeOf('function');
    expect(read({ lists: [], list: undefined }).list).toBeUndefined();
  });
});
