import type { Api } from '@linkage/core';
import { assertType, test } from 'vitest';
import type { DataSource, SourceCall } from './data-source.ts';

interface User {
  readonly name: string;
}

test('a source that reads nothing of the context fits any server', () => {
  const source = {} as Required<DataSource<Api, string>>;
  assertType<DataSource<Api, string, User>>(source);
});

test('a source that reads the context does not fit a server with another one', () => {
  const source = {
    find: (_ids: readonly string[], _selection: unknown, call: SourceCall<User>) => [{ id: call.context.name }],
  };
  assertType<DataSource<Api, string, User>>(source);
  // @ts-expect-error its context is no user
  assertType<DataSource<Api, string, { readonly tenant: string }>>(source);
});
