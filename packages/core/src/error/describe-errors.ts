import { ownMembers, pickMembers } from '../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isUriReference } from '../internal/uri.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';
import type { ErrorLinks } from '../spec/document/links-object.ts';
import { issueOf, type LocalizeFacts } from './error-values.ts';

/** The facts of the request that caused an error. */
export interface RequestFacts {
  readonly method?: string | undefined;
  /** The URL as the client sent it. */
  readonly url?: string | undefined;
  /** The Accept-Language header of the request, for localized messages. */
  readonly acceptLanguage?: string | undefined;
  /** The value that the adapter of a server passed as `framework`, such as `FastifyFramework`. */
  readonly framework?: unknown;
}

/** Localized messages of an error. An absent text is not replaced. */
export interface ErrorMessages {
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
}

/**
 * Functions with which an application completes error objects before the server sends them. Every function must be
 * synchronous. If a function throws, or returns an invalid value, the error object is not changed.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export interface ErrorHooks {
  /**
   * Returns an id of this occurrence of the error, such as the id of a span. The errors of a document must have
   * different ids: if several get the same id, such as the id of the request, only the first receives it.
   */
  readonly id?: ((error: ErrorObject, request: RequestFacts) => string | undefined) | undefined;
  /** Returns a URI reference to more information about this occurrence of the error. */
  readonly about?: ((error: ErrorObject, request: RequestFacts) => string | undefined) | undefined;
  /**
   * Returns a URI reference that identifies the kind of error and leads to an explanation, for example one for each
   * code.
   */
  readonly type?: ((error: ErrorObject, request: RequestFacts) => string | undefined) | undefined;
  /**
   * Returns the messages in another language, as the functions of `translateErrors` do. In `createServer` and `describeErrorsAsync`, it
   * can return a promise.
   */
  readonly localize?:
    | ((
        error: ErrorObject,
        request: RequestFacts,
        facts: LocalizeFacts,
      ) => ErrorMessages | undefined | Promise<ErrorMessages | undefined>)
    | undefined;
}

/** Options of `describeErrors`. */
export interface DescribeErrorsOptions {
  readonly request?: RequestFacts | undefined;
  /** The language that `localize` receives, such as `de-AT`. */
  readonly language?: string | undefined;
  /** Called with the error if a hook throws or rejects. Errors of `onFailure` itself are ignored. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}

const hookTable: OptionTable = optionTable(
  { id: 'function', about: 'function', type: 'function', localize: 'function' },
  'hook',
);
const optionsTable: OptionTable = optionTable({ request: 'object', language: 'string', onFailure: 'function' });
const factTable: OptionTable = optionTable(
  { method: 'string', url: 'string', acceptLanguage: 'string', framework: 'any' },
  'member',
);

/** Calls a hook. Returns undefined if the hook throws. */
type CallHook = <Answer>(
  hook: ((error: ErrorObject, request: RequestFacts, facts: LocalizeFacts) => Answer) | undefined,
) => Answer | undefined;

/**
 * Checks error hooks.
 *
 * @param where The function that the hooks were passed to; it begins every message.
 * @throws {TypeError} If a hook is unknown or is not a function.
 */
export function readErrorHooks(where: string, errorHooks: ErrorHooks): ErrorHooks {
  return readOptions(where, errorHooks, hookTable);
}

/** Runs a function whose errors must not affect the response. */
function runSafely(run: () => unknown): void {
  new Promise((resolve) => resolve(run())).catch(() => undefined);
}

function createHookCall(error: ErrorObject, { request = {}, language, onFailure }: DescribeErrorsOptions): CallHook {
  const facts: LocalizeFacts = { language, issue: issueOf(error) };
  return (hook) => {
    const reportFailure = (failure: unknown): void => runSafely(() => onFailure?.(failure));
    try {
      const answer = hook?.(error, request, facts);
      // The promise is not awaited, so an unhandled rejection would end the process.
      if (answer instanceof Promise) answer.catch(reportFailure);
      return answer;
    } catch (failure) {
      reportFailure(failure);
      return undefined;
    }
  };
}

const textOf = (answer: unknown): string | undefined =>
  typeof answer === 'string' && answer !== '' ? answer : undefined;

function linkOf(answer: unknown): string | undefined {
  const text = textOf(answer);
  return text !== undefined && isUriReference(text) ? text : undefined;
}

function linksOf(error: ErrorObject, hooks: ErrorHooks, callHook: CallHook): ErrorLinks | undefined {
  const links = ownMembers(error).links as ErrorLinks | undefined;
  const given: ErrorLinks = ownMembers(links);
  const about = given.about ?? linkOf(callHook(hooks.about));
  const type = given.type ?? linkOf(callHook(hooks.type));
  if (about === undefined && type === undefined) return links;
  return Object.freeze({
    ...links,
    ...(about === undefined ? {} : { about }),
    ...(type === undefined ? {} : { type }),
  });
}

function stringsOf(hooks: ErrorHooks, callHook: CallHook): ErrorMessages {
  const messages: unknown = callHook(hooks.localize);
  // Read the members inside a hook call as well, since a getter can throw.
  const read = (): ErrorMessages | undefined => {
    if (typeof messages !== 'object' || messages === null) return undefined;
    const { title, detail } = pickMembers(messages as ErrorMessages, ['title', 'detail']);
    return { title: textOf(title), detail: textOf(detail) };
  };
  return callHook(read) ?? { title: undefined, detail: undefined };
}

/**
 * Returns the errors with the ids, links, and messages of the hooks. Keeps ids and links that an error already has. Omits
 * an id that another error of the list has.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function describeErrors(
  errors: readonly ErrorObject[],
  errorHooks: ErrorHooks,
  options: DescribeErrorsOptions = {},
): readonly ErrorObject[] {
  const hooks = readErrorHooks('describeErrors', errorHooks);
  const settings = readOptions('describeErrors', options, optionsTable);
  const { onFailure, language } = settings;
  const request = settings.request && readOptions('describeErrors: request', settings.request, factTable);
  const ids = new Set(errors.flatMap((error) => (ownMembers(error) as ErrorObject).id ?? []));
  const described = errors.map((error) => {
    const callHook = createHookCall(error, { request, language, onFailure });
    const { id: currentId }: ErrorObject = ownMembers(error);
    const createdId = currentId === undefined ? textOf(callHook(hooks.id)) : undefined;
    const id = createdId !== undefined && !ids.has(createdId) ? createdId : currentId;
    if (id !== undefined) ids.add(id);
    const links = linksOf(error, hooks, callHook);
    const { title, detail } = stringsOf(hooks, callHook);
    return Object.freeze({
      ...(id === undefined ? {} : { id }),
      ...error,
      ...(links === undefined ? {} : { links }),
      ...(title === undefined ? {} : { title }),
      ...(detail === undefined ? {} : { detail }),
    });
  });
  return Object.freeze(described);
}

/**
 * Like `describeErrors`, but `localize` can return a promise. An error whose promise rejects keeps its messages.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export async function describeErrorsAsync(
  errors: readonly ErrorObject[],
  given: ErrorHooks,
  options: DescribeErrorsOptions = {},
): Promise<readonly ErrorObject[]> {
  const hooks = readErrorHooks('describeErrorsAsync', given);
  const { request: facts, language, onFailure } = readOptions('describeErrorsAsync', options, optionsTable);
  const request = facts && readOptions('describeErrorsAsync: request', facts, factTable);
  const localized = errors.map(async (error): Promise<readonly [ErrorObject, ErrorMessages | undefined]> => {
    const messages = createHookCall(error, { request, language, onFailure })(hooks.localize);
    // `createHookCall` reports a rejection.
    return [error, await Promise.resolve(messages).catch(() => undefined)];
  });
  const messages = new Map(await Promise.all(localized));
  return describeErrors(errors, { ...hooks, localize: (error) => messages.get(error) }, options);
}
