import { expect, expectTypeOf, test } from 'vitest';
import type { DocumentMatchers } from '../vitest.ts';

const document: unknown = {};

test('matchers know what they take', () => {
  expectTypeOf<DocumentMatchers<void>['toConform']>().returns.toEqualTypeOf<void>();
  expect(document).toConform({ as: 'response' });
  // @ts-expect-error: a role that does not exist
  expect(document).toConform({ as: 'answer' });
  // @ts-expect-error: a resource has a type
  expect(document).toHaveResource({ id: '1' });
  // @ts-expect-error: a pointer is a string
  expect(document).toHaveError({ pointer: 1 });
  // @ts-expect-error: an identifier has an id
  expect(document).toHaveRelated('author', { type: 'people' });
  expect(document).toHaveRelated('author', null);
});
