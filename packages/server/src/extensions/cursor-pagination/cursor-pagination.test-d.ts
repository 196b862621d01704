import { defineApi } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createServer } from '../../pipeline/create-server.ts';
import { cursorPagination } from './cursor-pagination.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
interface User {
  readonly user: string;
}
const context = (): User => ({ user: 'a' });
const profiles = [cursorPagination()];

test('the user function receives the context of the server', () => {
  createServer(api, { notes: {} }, { context, profiles, pagination: { user: ({ user }) => user } });
  createServer(
    api,
    { notes: {} },
    { context: ({ method }) => ({ user: method }), profiles, pagination: { user: ({ user }) => user } },
  );
  // @ts-expect-error the context has no name
  createServer(api, { notes: {} }, { context, profiles, pagination: { user: ({ name }) => name } });
  expectTypeOf(cursorPagination().pagination.names).toEqualTypeOf<readonly string[]>();
});

test('options are checked', () => {
  // @ts-expect-error: a key is a string or bytes
  cursorPagination({ key: 5 });
  // @ts-expect-error: the user belongs to the option `pagination` of the server, where its context is known
  cursorPagination({ user: ({ user }: User) => user });
  // @ts-expect-error: either on request or always
  cursorPagination({ applied: 'never' });
});
