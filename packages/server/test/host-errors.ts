import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { mediaType } from './adapter-suite.ts';

/** An error as `http-errors` makes them. */
const withStatus = (status: number, more: object = {}) => Object.assign(new Error('secret'), { status, ...more });

const fail = (): never => {
  throw new Error('secret');
};
const bearer = { headers: { 'WWW-Authenticate': 'Bearer' } };

/** The response to a client, and the failure that the application receives. */
export interface ErrorAnswer {
  readonly response: Response;
  readonly reported: readonly (readonly [unknown, string])[];
}

/** Checks the error handler of a host: `respond` sends a request to a path, for which middleware throws a value. */
export function describeHostErrors(respond: (thrown: unknown, path: string) => Promise<ErrorAnswer>): void {
  describe('errors of the host', () => {
    test.each<[string, unknown, number, object]>([
      ['a JsonApiError', new JsonApiError(errorObject('FORBIDDEN', 'Log in.'), bearer), 403, { code: 'FORBIDDEN' }],
      ['a status', withStatus(401, bearer), 401, { status: '401', title: 'Unauthorized' }],
      ['a statusCode', Object.assign(new Error('secret'), { statusCode: 429, ...bearer }), 429, { status: '429' }],
    ])('%s stays, with its headers', async (_, thrown, status, error) => {
      const { response, reported } = await respond(thrown, '/api/articles');
      expect([response.status, response.headers.get('content-type')]).toEqual([status, mediaType]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      const text = await response.text();
      expect(JSON.parse(text).errors).toEqual([expect.objectContaining(error)]);
      expect(text).not.toContain('secret');
      expect(reported).toEqual([]);
    });

    test.each<[string, unknown, number]>([
      ['an error', new Error('secret'), 500],
      ['an error with a status of success', withStatus(200), 500],
      ['an error with a status out of range', withStatus(999), 500],
      ['an error with the status of a failure', withStatus(503), 503],
      ['an error whose status cannot be read', Object.defineProperty(new Error('x'), 'status', { get: fail }), 500],
    ])('%s is reported, with the id in the response', async (_, thrown, status) => {
      const { response, reported } = await respond(thrown, '/api/articles');
      expect([response.status, response.headers.get('content-type')]).toEqual([status, mediaType]);
      const text = await response.text();
      const [error] = JSON.parse(text).errors;
      expect([error.status, reported.map(([, id]) => id)]).toEqual([String(status), [error.id]]);
      expect(text).not.toContain('secret');
    });

    test.each(['/other', '/apix'])('an error at %s belongs to the application', async (path) => {
      const { response, reported } = await respond(withStatus(403), path);
      expect([response.status, response.headers.get('content-type')]).not.toEqual([403, mediaType]);
      expect(reported).toEqual([]);
    });
  });
}
