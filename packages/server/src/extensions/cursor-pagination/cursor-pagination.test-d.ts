import { defineApi } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createServer } from '../../door/create-server.ts';
import { cursorPagination } from './cursor-pagination.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
interface Caller {
  readonly user: string;
}
const context = (): Caller => ({ user: 'a' });

test('the caller function receives the context of the server', () => {
  createServer(api, { notes: {} }, { context, profiles: [cursorPagination({ caller: ({ user }: Caller) => user })] });
  createServer(api, { notes: {} }, { context, profiles: [cursorPagination()] });
  expectTypeOf(cursorPagination().pagination.names).toEqualTypeOf<readonly string[]>();
});

test('options are checked', () => {
  // @ts-expect-error: a key is a text or bytes
  cursorPagination({ key: 5 });
  // @ts-expect-error: either on request or always
  cursorPagination({ applied: 'never' });
});
