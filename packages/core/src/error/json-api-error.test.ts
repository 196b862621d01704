import { describe, expect, test, vi } from 'vitest';
import { errorObject } from './create-error-object.ts';
import { JsonApiError } from './json-api-error.ts';

const statuses = (...list: (string | undefined)[]): number =>
  new JsonApiError(list.map((status) => (status === undefined ? { title: 'x' } : { status }))).status;

describe('the common status (ERR-04)', () => {
  test.each<[status: number, of: string[]]>([
    [404, ['404']],
    [422, ['422', '422']],
    [503, ['503', '503']],
    [400, ['403', '422']],
    [400, ['400', '404', '409']],
    [500, ['500', '503']],
    [500, ['502', '504']],
    [400, ['422', '500']],
    [400, ['403', '422', '500']],
  ])('is %i for %j', (status, list) => {
    expect(statuses(...list)).toBe(status);
    expect(statuses(...list.toReversed())).toBe(status);
  });

  test.each([[undefined], [''], ['abc'], ['200'], ['302'], ['399'], ['600'], ['4040'], ['404 '], ['NaN'], ['-500']])(
    'is 500 for one problem with the status %j, which no error has',
    (status) => {
      expect(statuses(status)).toBe(500);
      expect(statuses(status, '503')).toBe(500);
    },
  );
});

describe('JsonApiError', () => {
  const error = new JsonApiError(errorObject('NOT_FOUND', 'No such article.'));

  test('is an Error with a name, and the details as its message', () => {
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe('JsonApiError: No such article.');
    const several = [errorObject('FIELD_UNKNOWN', 'One.'), { title: 'Two.' }, { code: 'THREE' }, { status: '400' }];
    expect(new JsonApiError(several).message).toBe('One. Two. THREE Unnamed error');
  });

  test('takes one problem or a list of them, but no empty list', () => {
    const one = errorObject('NOT_FOUND', 'x');
    expect(new JsonApiError(one).errors).toEqual([one]);
    expect(new JsonApiError([one, one]).errors).toEqual([one, one]);
    expect(() => new JsonApiError([])).toThrow(TypeError);
  });

  test('keeps its cause, and has none when none was given', () => {
    const cause = new Error('connection refused');
    expect(new JsonApiError(errorObject('INTERNAL_ERROR', 'x'), { cause }).cause).toBe(cause);
    expect('cause' in error).toBe(false);
  });

  test('has frozen errors and headers that no longer depend on what was given', () => {
    const given = { status: '405', title: 'No' };
    const list = [given];
    const headers = { Allow: 'GET' };
    const made = new JsonApiError(list, { headers });
    list.push({ status: '500', title: 'Later' });
    given.title = 'Later';
    headers.Allow = 'POST';
    expect(made.errors).toEqual([{ status: '405', title: 'No' }]);
    expect(made.headers).toEqual({ Allow: 'GET' });
    expect([made.errors, made.errors[0], made.headers].every(Object.isFrozen)).toBe(true);
    expect([list, given, headers].some(Object.isFrozen)).toBe(false);
    expect(error.headers).toEqual({});
  });
});

describe('JsonApiError.is', () => {
  test('knows an error of this copy and of another copy of the library', async () => {
    vi.resetModules();
    const other = (await import('./json-api-error.ts')).JsonApiError;
    expect(other).not.toBe(JsonApiError);
    const foreign = new other(errorObject('NOT_FOUND', 'x'));
    expect(foreign).not.toBeInstanceOf(JsonApiError);
    expect(JsonApiError.is(foreign)).toBe(true);
    expect(other.is(new JsonApiError(errorObject('NOT_FOUND', 'x')))).toBe(true);
  });

  test.each([[undefined], [null], ['JsonApiError'], [404], [{}], [{ name: 'JsonApiError', status: 404, errors: [] }]])(
    'does not take %j for one',
    (value) => {
      expect(JsonApiError.is(value)).toBe(false);
    },
  );

  test('does not take another Error, or an error object, for one', () => {
    expect(JsonApiError.is(new Error('x'))).toBe(false);
    expect(JsonApiError.is(errorObject('NOT_FOUND', 'x'))).toBe(false);
    expect(JsonApiError.is(() => undefined)).toBe(false);
  });

  test('knows an error of a subclass', () => {
    class Special extends JsonApiError {}
    expect(JsonApiError.is(new Special(errorObject('NOT_FOUND', 'x')))).toBe(true);
  });
});

test.each([Symbol('x'), {}, null, 422])('members of any type do not hide the original error: %s', (value) => {
  const error = new JsonApiError({ status: value, detail: value } as never);
  expect(error.status).toBe(value === 422 ? 422 : 500);
  expect(typeof error.message).toBe('string');
});
