import { expect, test } from 'vitest';
import type { AnySource } from '../port/any-source.ts';
import { readCan } from '../port/can.ts';
import { createGateway } from './gateway.ts';

test.each(['list', 'find', 'related', 'create', 'update', 'delete', 'updateRelationship', 'transaction'])(
  '%s throws without the call of a request, so no source is called without its deadline',
  async (name) => {
    const made: string[] = [];
    const source = { isHashed: true, can: readCan('', {}), [name]: () => made.push(name) };
    const method = createGateway('articles', source)[name as keyof AnySource] as (...args: unknown[]) => unknown;
    await expect(async () => method([], {})).rejects.toThrow(TypeError);
    await expect(async () => method()).rejects.toThrow(TypeError);
    expect(made).toEqual([]);
  },
);
