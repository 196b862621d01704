import { defineApi, toOne } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createServer } from '../../pipeline/create-server.ts';
import type { SourceCall } from './data-source.ts';

const api = defineApi({
  notes: { attributes: { text: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});

declare const people: { readonly find: () => [] } | undefined;

test('each type has a source, which can be empty', () => {
  createServer(api, { notes: { find: () => [{ id: 1, text: 'x' }] }, people: {} });
  // @ts-expect-error people have no source
  createServer(api, { notes: { find: () => [{ id: 1, text: 'x' }] } });
  // @ts-expect-error no type has a source
  createServer(api, {});
  // @ts-expect-error the source of people can be undefined
  createServer(api, { notes: {}, people });
});

test('methods of a source know their parameters although another source is missing', () => {
  createServer(
    api,
    // @ts-expect-error people have no source
    {
      notes: {
        find(ids, { attributes }, call) {
          expectTypeOf(ids).toEqualTypeOf<readonly string[]>();
          expectTypeOf(attributes.has).parameter(0).toEqualTypeOf<'text'>();
          expectTypeOf(call.signal).toEqualTypeOf<AbortSignal>();
          return [];
        },
      },
    },
  );
});

test('the transaction that a source declares is that of its hooks', () => {
  class Connection {
    readonly id = 1;
  }
  const people = {
    find: () => [{ id: 1, name: 'x' }],
    create: () => ({ id: 1, name: 'x' }),
    transaction<Result, Call extends SourceCall>(
      run: (call: Call & { readonly transaction: Connection }) => Promise<Result>,
      call: Call,
    ) {
      return run({ ...call, transaction: new Connection() });
    },
  };
  createServer(
    api,
    { people, notes: { create: () => ({ id: 1 }) } },
    {
      hooks: {
        people: { create: { before: ({ call }) => void expectTypeOf(call.transaction).toEqualTypeOf<Connection>() } },
        notes: { create: { before: ({ call }) => void expectTypeOf(call.transaction).toEqualTypeOf<unknown>() } },
      },
      beforeWrite(write) {
        if (write.type === 'people') expectTypeOf(write.call.transaction).toEqualTypeOf<Connection>();
      },
    },
  );
});
