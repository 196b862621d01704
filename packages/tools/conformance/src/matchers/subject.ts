import { isObject, type Json } from '../json.ts';

/** Something with a document: a value, its JSON, a `Response`, or an answer of `light-my-request` (`fastify.inject`). */
export interface Subject {
  readonly document: Json;
  /** Undefined for values and strings. */
  readonly status: number | undefined;
  readonly contentType: string | undefined;
}

interface Injected {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

function isResponse(value: unknown): value is Response {
  return isObject(value) && typeof value['text'] === 'function' && typeof value['status'] === 'number';
}

function isInjected(value: unknown): value is Injected {
  return isObject(value) && typeof value['statusCode'] === 'number' && typeof value['body'] === 'string';
}

function parse(text: string): Json {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new TypeError(`The text is not JSON: ${JSON.stringify(text.slice(0, 80))}.`);
  }
}

/**
 * Reads what a matcher was given. A `Response` is read asynchronously, from a copy, so that it can be read again.
 *
 * @throws {TypeError} If a string or body is not JSON, or if the value is a promise.
 */
export function readSubject(value: unknown): Subject | Promise<Subject> {
  // A promise does not have the members of a document, so the failure would be about a document that the test did not mean.
  if (isObject(value) && typeof value['then'] === 'function') {
    throw new TypeError('The matcher got a promise, not its document. An `await` is missing: expect(await …).');
  }
  if (isResponse(value)) {
    const { status, headers } = value;
    const contentType = headers.get('content-type') ?? undefined;
    return value
      .clone()
      .text()
      .then((text) => ({ document: parse(text), status, contentType }));
  }
  if (isInjected(value)) {
    const contentType = value.headers['content-type'];
    return {
      document: parse(value.body),
      status: value.statusCode,
      contentType: typeof contentType === 'string' ? contentType : undefined,
    };
  }
  const document = typeof value === 'string' ? parse(value) : value;
  return { document, status: undefined, contentType: undefined };
}
