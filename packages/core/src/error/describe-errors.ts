import type { ErrorObject } from '../document/error-object.ts';
import type { ErrorLinks } from '../document/links-object.ts';
import { ownMember } from '../internal/is-object.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { memberOf } from '../internal/own-or-inherited.ts';
import { isUriReference } from '../internal/uri.ts';

/** What is known of the request that an error answers. */
export interface RequestFacts {
  readonly method?: string | undefined;
  /** As the client sent it. */
  readonly url?: string | undefined;
  /** The Accept-Language of the request, for texts in the language of the reader. */
  readonly acceptLanguage?: string | undefined;
}

/** Texts in the language of the reader. What is absent stays as it is. */
export interface ErrorTexts {
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
}

/**
 * What an application says about errors before they leave. Each function answers at once; one that throws, or gives
 * anything but what it should, leaves the error object as it is.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export interface ErrorHooks {
  /**
   * An id of this very occurrence, such as the one of a span. The errors of a document have different ids: of several that
   * are given the same, such as the one of the request, the first has it and the others have none.
   */
  readonly id?: ((error: ErrorObject, request: RequestFacts) => string | undefined) | undefined;
  /** A URI reference that leads to more about this very occurrence. */
  readonly about?: ((error: ErrorObject, request: RequestFacts) => string | undefined) | undefined;
  /** A URI reference that identifies the kind of error and leads to an explanation of it, such as one for each code. */
  readonly type?: ((error: ErrorObject, request: RequestFacts) => string | undefined) | undefined;
  /** The texts in another language. */
  readonly localize?: ((error: ErrorObject, request: RequestFacts) => ErrorTexts | undefined) | undefined;
}

/** What `describeErrors` is told besides the hooks. */
export interface DescribeErrorsOptions {
  readonly request?: RequestFacts | undefined;
  /** Hears of what a hook threw, or rejected with. What it throws or rejects with itself is dropped. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}

const hookTable: OptionTable = optionTable(
  { id: 'function', about: 'function', type: 'function', localize: 'function' },
  'hook',
);
const optionsTable: OptionTable = optionTable({ request: 'object', onFailure: 'function' });
const factTable: OptionTable = optionTable({ method: 'string', url: 'string', acceptLanguage: 'string' }, 'member');

/** What a hook says, or undefined when it throws. */
type Ask = <Answer>(hook: ((error: ErrorObject, request: RequestFacts) => Answer) | undefined) => Answer | undefined;

/**
 * Checks hooks for errors.
 *
 * @throws {TypeError} If one is unknown or not a function; `where` names the function that they were passed to.
 */
export function readErrorHooks(where: string, given: ErrorHooks): ErrorHooks {
  return readOptions(where, given, hookTable);
}

/** Runs what has no say in the answer, neither by throwing nor by rejecting later. */
function quietly(run: () => unknown): void {
  new Promise((resolve) => resolve(run())).catch(() => undefined);
}

function createAsk(error: ErrorObject, { request = {}, onFailure }: DescribeErrorsOptions): Ask {
  return (hook) => {
    const tell = (failure: unknown): void => quietly(() => onFailure?.(failure));
    try {
      const answer = hook?.(error, request);
      // Nobody waits for a promise, so its rejection would end the process.
      if (answer instanceof Promise) answer.catch(tell);
      return answer;
    } catch (failure) {
      tell(failure);
      return undefined;
    }
  };
}

function textOf(answer: unknown): string | undefined {
  return typeof answer === 'string' && answer !== '' ? answer : undefined;
}

function linkOf(answer: unknown): string | undefined {
  const text = textOf(answer);
  return text !== undefined && isUriReference(text) ? text : undefined;
}

function linksOf(error: ErrorObject, hooks: ErrorHooks, ask: Ask): ErrorLinks | undefined {
  const links = ownMember(error, 'links') as ErrorLinks | undefined;
  const own = (name: 'about' | 'type') => (links && ownMember(links, name)) as ErrorLinks['about'];
  const about = own('about') ?? linkOf(ask(hooks.about));
  const type = own('type') ?? linkOf(ask(hooks.type));
  if (about === undefined && type === undefined) return links;
  return Object.freeze({
    ...links,
    ...(about === undefined ? {} : { about }),
    ...(type === undefined ? {} : { type }),
  });
}

function textsOf(hooks: ErrorHooks, ask: Ask): ErrorTexts {
  const texts: unknown = ask(hooks.localize);
  // The members are read by a function that is asked as well, since a getter may throw.
  const read: ErrorHooks['localize'] = () => {
    if (typeof texts !== 'object' || texts === null) return undefined;
    const [title, detail] = [memberOf(texts, 'title'), memberOf(texts, 'detail')];
    return { title: textOf(title), detail: textOf(detail) };
  };
  return ask(read) ?? { title: undefined, detail: undefined };
}

/**
 * The errors with what an application has to say about them. Ids and links that an error has already stay; an id that
 * another error of the list has is left out.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function describeErrors(
  errors: readonly ErrorObject[],
  given: ErrorHooks,
  options: DescribeErrorsOptions = {},
): readonly ErrorObject[] {
  const hooks = readErrorHooks('describeErrors', given);
  const settings = readOptions('describeErrors', options, optionsTable);
  const { onFailure } = settings;
  const request = settings.request && readOptions('describeErrors: request', settings.request, factTable);
  const ids = new Set(errors.flatMap((error) => (ownMember(error, 'id') as string | undefined) ?? []));
  const described = errors.map((error) => {
    const ask = createAsk(error, { request, onFailure });
    const given = ownMember(error, 'id') as string | undefined;
    const made = given === undefined ? textOf(ask(hooks.id)) : undefined;
    const id = made !== undefined && !ids.has(made) ? made : given;
    if (id !== undefined) ids.add(id);
    const links = linksOf(error, hooks, ask);
    const { title, detail } = textsOf(hooks, ask);
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
