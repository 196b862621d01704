import { isPromise } from '../../internal/awaitable.ts';
import { isObject, ownMember, ownMembers } from '../../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../../internal/options.ts';
import type { ErrorObject } from '../../spec/document/error-object.ts';
import type { ErrorHooks, ErrorTexts } from '../describe-errors.ts';
import { type ErrorIssue, textParts } from '../error-values.ts';
import { fillText, type TextPart } from '../text-part.ts';
import type { TextCatalog } from './text-catalog.ts';

/** The texts of one language, or a function that loads them when a request needs them. */
export type TextSource = TextCatalog | (() => TextCatalog | Promise<TextCatalog>);

/** Options of `translateErrors`. */
export interface TranslateOptions {
  /**
   * Returns the text of an issue of a schema, such as `{ code: 'too_small', minimum: 1 }` of Zod, which the catalogs do not contain.
   * Undefined keeps the message of the schema.
   */
  readonly issue?: ((issue: ErrorIssue, language: string) => string | undefined) | undefined;
}

const optionsTable: OptionTable = optionTable({ issue: 'function' });

/** Returns a text of a catalog. Undefined if the catalog does not have it. */
function textIn(catalog: TextCatalog, group: string, name: string): string | undefined {
  const texts = ownMember(catalog, group);
  const text = isObject(texts) ? ownMember(texts, name) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Returns a text of a catalog with the values of a part. Undefined if the catalog does not have the text. */
function formatPart({ key, values }: TextPart, catalog: TextCatalog, message: string | undefined): string | undefined {
  const [group = '', name = ''] = key.split('.');
  const text = textIn(catalog, group, name);
  if (text === undefined) return undefined;
  const missing: string[] = [];
  const filled = fillText(text, (placeholder) => {
    const value = (placeholder === 'message' ? message : undefined) ?? values[placeholder];
    const shown = typeof value === 'object' ? formatPart(value, catalog, message) : value;
    if (shown === undefined) missing.push(placeholder);
    return String(shown);
  });
  return missing.length > 0 ? undefined : filled;
}

/** Returns the texts of an error in the language of a catalog. A text that the catalog does not have is absent. */
function translate(error: ErrorObject, catalog: TextCatalog, message: string | undefined): ErrorTexts {
  const { code = '' }: ErrorObject = ownMembers(error);
  const sentences = textParts(error)?.map((part) => formatPart(part, catalog, message));
  const detail = sentences === undefined || sentences.includes(undefined) ? undefined : sentences.join(' ');
  return { title: textIn(catalog, code, 'title'), detail };
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
 * Creates the function `localize` of `errors`: returns `title` and `detail` of an error in the language of the request. Keeps the texts
 * of your application, and those of a language without a catalog: English. Each function that loads texts is called once.
 *
 * @param catalogs The texts by language, such as `{ de: german, fr: loadFrench }`; a function can return a promise.
 * @throws {TypeError} If a member of `catalogs` is not an object or a function, or an option is unknown.
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function translateErrors(
  catalogs: Readonly<Record<string, TextSource>>,
  options: TranslateOptions = {},
): NonNullable<ErrorHooks['localize']> {
  const { issue: issueText } = readOptions('translateErrors', options, optionsTable);
  const sources = new Map(Object.entries(catalogs));
  for (const [language, source] of sources)
    if (!isObject(source) && typeof source !== 'function')
      throw new TypeError(`translateErrors: the texts of "${language}" must be an object or a function.`);
  const names = [...sources.keys()];
  const load = (name: string): TextCatalog | Promise<TextCatalog> => {
    const source = sources.get(name) as TextSource;
    if (typeof source !== 'function') return source;
    const loaded = source();
    if (!isPromise(loaded)) {
      sources.set(name, loaded);
      return loaded;
    }
    const loading = Promise.resolve(loaded);
    // Requests that arrive in the meantime wait for the same texts. A load that fails is tried again.
    sources.set(name, () => loading);
    loading.then(
      (catalog) => sources.set(name, catalog),
      () => sources.set(name, source),
    );
    return loading;
  };
  return (error, _request, { language, issue }) => {
    const name = language === undefined ? undefined : nameOf(language, names);
    if (name === undefined) return undefined;
    const message = issue && issueText?.(issue, name);
    const catalog = load(name);
    return isPromise(catalog)
      ? Promise.resolve(catalog).then((loaded) => translate(error, loaded, message))
      : translate(error, catalog, message);
  };
}
