import { expect, test } from 'vitest';
import { collectErrors } from './collect-errors.ts';
import { errorObject } from './create-error-object.ts';
import { JsonApiError } from './json-api-error.ts';

const failing = (error: unknown) => () => {
  throw error;
};
const invalid = new JsonApiError(errorObject('PAGE_INVALID', 'a'));
const conflict = new JsonApiError([errorObject('ID_CONFLICT', 'b'), errorObject('ID_CONFLICT', 'c')]);

function thrownBy(...parts: readonly (() => unknown)[]): unknown {
  try {
    return collectErrors(...parts);
  } catch (error) {
    return error;
  }
}

test('returns the values in their order', () => {
  const [count, text]: readonly [number, string] = collectErrors(
    () => 1,
    () => 'x',
  );
  expect([count, text]).toEqual([1, 'x']);
});

test('throws a single error unchanged', () => {
  expect(thrownBy(() => 1, failing(conflict))).toBe(conflict);
});

test('ERR-04 throws several errors as one, with their common status, or the one that is required', () => {
  const thrown = thrownBy(failing(invalid), () => 1, failing(conflict));
  expect(thrown).toMatchObject({ status: 409, errors: [{ detail: 'a' }, { detail: 'b' }, { detail: 'c' }] });
  expect(thrownBy(failing(conflict), failing(conflict))).toMatchObject({ status: 409 });
  const unprocessable = new JsonApiError(errorObject('ATTRIBUTE_INVALID', 'd'), { headers: { 'X-Odd': '1' } });
  expect(thrownBy(failing(invalid), failing(unprocessable))).toMatchObject({ status: 400, headers: { 'X-Odd': '1' } });
});

test.each([new Error('x'), new JsonApiError(errorObject('TIMED_OUT', 'x')), undefined])(
  'lets %s through at once',
  (it) => {
    expect(thrownBy(failing(invalid), failing(it), failing(new Error('later')))).toBe(it);
  },
);
