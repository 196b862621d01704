import { isPromise } from '../../internal/awaitable.ts';
import { isObject, ownMember, ownMembers } from '../../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../../internal/options.ts';
import type { ErrorObject } from '../../spec/document/error-object.ts';
import type { ErrorHooks, ErrorMessages } from '../describe-errors.ts';
import { type ErrorIssue, messageParts } from '../error-values.ts';
import { fillText, type MessagePart } from '../message-part.ts';
import type { Messages } from './messages.ts';

/** The messages of one language, or a function that loads them when a request needs them. */
export type MessageSource = Messages | (() => Messages | Promise<Messages>);

/** A member that is a method: the compiler also accepts a function for the issues of one library, such as that of Zod. */
interface OfIssue {
  text(
    issue: { readonly [Name in keyof ErrorIssue]?: ErrorIssue[Name] | undefined },
    language: string,
  ): string | { readonly message: string } | null | undefined;
}

/** Options of `translateErrors`. */
export interface TranslateOptions {
  /**
   * Returns the text of an issue of a schema, such as `{ code: 'too_small', minimum: 1 }` of Zod, which the translations do not contain, for
   * example with `z.locales.de().localeError`. Undefined keeps the message of the schema.
   */
  readonly issue?: OfIssue['text'] | undefined;
}

const optionsTable: OptionTable = optionTable({ issue: 'function' });

/** Returns a message of a translation. Undefined if the translation does not have it. */
function textIn(translation: Messages, group: string, name: string): string | undefined {
  const messages = ownMember(translation, group);
  const text = isObject(messages) ? ownMember(messages, name) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Returns a message of a translation with the values of a part. Undefined if the translation does not have the text. */
function formatPart(
  { key, values }: MessagePart,
  translation: Messages,
  message: string | undefined,
): string | undefined {
  const [group = '', name = ''] = key.split('.');
  const text = textIn(translation, group, name);
  if (text === undefined) return undefined;
  const missing: string[] = [];
  const filled = fillText(text, (placeholder) => {
    const value = (placeholder === 'message' ? message : undefined) ?? values[placeholder];
    const shown = typeof value === 'object' ? formatPart(value, translation, message) : value;
    if (shown === undefined) missing.push(placeholder);
    return String(shown);
  });
  return missing.length > 0 ? undefined : filled;
}

/** Returns the messages of an error in the language of a translation. A message that the translation does not have is absent. */
function translate(error: ErrorObject, translation: Messages, message: string | undefined): ErrorMessages {
  const { code = '' }: ErrorObject = ownMembers(error);
  const sentences = messageParts(error)?.map((part) => formatPart(part, translation, message));
  // Of an error without values, such as that of a constraint, the whole text can be translated.
  const whole = textIn(translation, code, 'detail');
  const plain = whole?.includes('{') === true ? undefined : whole;
  const detail = sentences?.includes(undefined) === true ? undefined : (sentences?.join(' ') ?? plain);
  return { title: textIn(translation, code, 'title'), detail };
}

/** Returns the most specific of the names that a language or the languages above it have: `de-AT`, then `de` (RFC 4647, section 3.4). */
function nameOf(language: string, names: readonly string[]): string | undefined {
  for (let range = language.toLowerCase(); range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    const name = names.find((it) => it.toLowerCase() === range);
    if (name !== undefined) return name;
  }
  return undefined;
}

/**
 * Creates the function `localize` of `errors`: returns `title` and `detail` of an error in the language of the request. Keeps the messages
 * of your application, and those of a language without a translation: English. Each function that loads messages is called once.
 *
 * @param translations The messages by language, such as `{ de: german, fr: loadFrench }`; a function can return a promise.
 * @throws {TypeError} If a member of `translations` is not an object or a function, or an option is unknown.
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function translateErrors(
  translations: Readonly<Record<string, MessageSource>>,
  options: TranslateOptions = {},
): NonNullable<ErrorHooks['localize']> {
  const { issue: issueText } = readOptions('translateErrors', options, optionsTable);
  const sources = new Map(Object.entries(translations));
  for (const [language, source] of sources)
    if (!isObject(source) && typeof source !== 'function')
      throw new TypeError(`translateErrors: the messages of "${language}" must be an object or a function.`);
  const names = [...sources.keys()];
  const load = (name: string): Messages | Promise<Messages> => {
    const source = sources.get(name) as MessageSource;
    if (typeof source !== 'function') return source;
    const loaded = source();
    if (!isPromise(loaded)) {
      sources.set(name, loaded);
      return loaded;
    }
    const loading = Promise.resolve(loaded);
    // Requests that arrive in the meantime wait for the same messages. A load that fails is tried again.
    sources.set(name, () => loading);
    loading.then(
      (translation) => sources.set(name, translation),
      () => sources.set(name, source),
    );
    return loading;
  };
  return (error, _request, { language, issue }) => {
    const name = language === undefined ? undefined : nameOf(language, names);
    if (name === undefined) return undefined;
    const found = issue && issueText?.(issue, name);
    const message = isObject(found) ? found.message : (found ?? undefined);
    const translation = load(name);
    return isPromise(translation)
      ? Promise.resolve(translation).then((loaded) => translate(error, loaded, message))
      : translate(error, translation, message);
  };
}
