import type { ValidateOptions } from '@linkage/core';
import {
  type Check,
  checkConform,
  checkError,
  checkRelated,
  checkResource,
  checkViolate,
  type ErrorExpectation,
  type ResourceExpectation,
} from './checks.ts';
import { readSubject, type Subject } from './subject.ts';

/** The result of a matcher, as `expect.extend` of Vitest and Jest requires it. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

type Result = MatcherResult | Promise<MatcherResult>;

/** An identifier as `toHaveRelated` takes it. */
type Identifier = { readonly type: string; readonly id: string };

/**
 * The matchers as `expect` shows them. `Result` is what a matcher returns: for a `Response` a promise, so use
 * `await expect(response).toConform()`.
 */
export interface DocumentMatchers<Result = unknown> {
  /** The document obeys every rule of JSON:API 1.1; `options` are those of `validateDocument`. */
  toConform(options?: ValidateOptions): Result;
  /** The document breaks this rule, at this pointer. */
  toViolate(rule: string, pointer?: string, options?: ValidateOptions): Result;
  /** The primary data or `included` contains this resource. */
  toHaveResource(resource: ResourceExpectation): Result;
  /** A relationship of the primary data names this resource, or exactly these; null if it is an empty to-one relationship. */
  toHaveRelated(relationship: string, identifiers: Identifier | null | readonly Identifier[]): Result;
  /** The document contains an error object with these members. */
  toHaveError(error: ErrorExpectation): Result;
}

// The matchers of `expect`. The two interfaces are what all versions of Vitest have in common, and what Jest has: those of their modules
// have other parameters in each version, and a module that is not installed cannot be extended.
declare global {
  // biome-ignore lint/style/noNamespace: the interface is in a global namespace.
  namespace Chai {
    interface Assertion extends DocumentMatchers<void> {}
  }
  // biome-ignore lint/style/noNamespace: as above.
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: every declaration of an interface must have the same parameters.
    interface Matchers<R, T = {}> extends DocumentMatchers<R> {}
  }
}

function resultOf({ pass, message }: Check): MatcherResult {
  return { pass, message: () => message };
}

function withSubject(value: unknown, check: (subject: Subject) => Check): Result {
  const subject = readSubject(value);
  // Not `instanceof`: the promises of a `Response` in Jest are those of another realm.
  return 'then' in subject ? subject.then((it) => resultOf(check(it))) : resultOf(check(subject));
}

/** Matchers for `expect.extend` of Vitest and Jest. */
export const matchers: {
  readonly [Name in keyof DocumentMatchers]: (given: unknown, ...rest: Parameters<DocumentMatchers[Name]>) => Result;
} = {
  toConform: (given, options) => withSubject(given, (it) => checkConform(it, options)),
  toViolate: (given, rule, pointer, options) => withSubject(given, (it) => checkViolate(it, rule, pointer, options)),
  toHaveResource: (given, resource) => withSubject(given, (it) => checkResource(it, resource)),
  toHaveRelated: (given, relationship, identifiers) =>
    withSubject(given, (it) => checkRelated(it, relationship, identifiers)),
  toHaveError: (given, error) => withSubject(given, (it) => checkError(it, error)),
};

/** Throws unless a check passes; waits for the body of a `Response`. */
async function assertThat(value: unknown, check: (subject: Subject) => Check): Promise<void> {
  const { pass, message } = check(await readSubject(value));
  if (pass) return;
  const error = Object.assign(new Error(message), { code: 'ERR_ASSERTION' });
  // An assignment to the inherited `name` throws a TypeError if `Error.prototype` is frozen.
  throw Object.defineProperty(error, 'name', { value: 'AssertionError', configurable: true, writable: true });
}

/** The matchers as plain assertions, for `node:test` and other runners: `await documentAssert.conforms(response)`. */
export const documentAssert: {
  readonly conforms: (given: unknown, options?: ValidateOptions) => Promise<void>;
  readonly violates: (given: unknown, rule: string, pointer?: string, options?: ValidateOptions) => Promise<void>;
  readonly hasResource: (given: unknown, resource: ResourceExpectation) => Promise<void>;
  readonly hasRelated: (
    given: unknown,
    relationship: string,
    identifiers: Identifier | null | readonly Identifier[],
  ) => Promise<void>;
  readonly hasError: (given: unknown, error: ErrorExpectation) => Promise<void>;
} = {
  conforms: (given, options) => assertThat(given, (it) => checkConform(it, options)),
  violates: (given, rule, pointer, options) => assertThat(given, (it) => checkViolate(it, rule, pointer, options)),
  hasResource: (given, resource) => assertThat(given, (it) => checkResource(it, resource)),
  hasRelated: (given, relationship, identifiers) =>
    assertThat(given, (it) => checkRelated(it, relationship, identifiers)),
  hasError: (given, error) => assertThat(given, (it) => checkError(it, error)),
};
