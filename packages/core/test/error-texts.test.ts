/** The catalog of error texts and the sources are under test: they must have the same texts. */
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { englishTexts } from '../src/error/texts/english-texts.ts';
import type { TextKey } from '../src/error/texts/text-catalog.ts';
import { textParts } from '../src/error/texts/text-parts.ts';
import { readSourceFiles } from './source-files.ts';

/** Files whose sentences are for developers: the rules of the validator, and what authors of sources and readers of reports see. */
const others =
  /^core\/src\/(?:validate|spec|error\/texts|internal\/command-line|extensions\/(?:atomic\/(?:atomic|visit)-|cursor))|source-suite|\/describe\//;
const packages = ['core', 'server', 'kysely', 'drizzle', 'prisma', 'fetch', 'fastify', 'koa', 'node', 'client'];
const files = readSourceFiles().filter(({ path, packageName }) => packages.includes(packageName) && !others.test(path));
const creators =
  /errorObject\(|ErrorObject\(|\breport\(|\.report\(|refuse\(|notFound\(|pageInvalid\(|includeError\(|failure\(/;

interface Found {
  readonly path: string;
  readonly text: string;
}

/** The texts of a file, except those of errors of the application: each with `{}` for each expression. */
function textsIn({ path, text }: (typeof files)[number]): readonly Found[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed.`);
  const found: { readonly start: number; readonly text: string }[] = [];
  const skipped: { readonly start: number; readonly end: number }[] = [];
  new Visitor({
    NewExpression({ callee, start, end }) {
      const name = callee.type === 'Identifier' ? callee.name : '';
      if (name.endsWith('Error') && name !== 'JsonApiError') skipped.push({ start, end });
    },
    Literal: ({ value, start }) => void (typeof value === 'string' && found.push({ start, text: value })),
    TemplateLiteral: ({ quasis, start }) =>
      void found.push({ start, text: quasis.map(({ value }) => value.cooked ?? value.raw).join('{}') }),
  }).visit(program);
  return found
    .filter(({ start }) => !skipped.some((it) => start > it.start && start < it.end))
    .map((it) => ({ path, text: it.text }));
}

const found = files.flatMap(textsIn);

/** The texts that sources put together, with their keys. */
const composed: Readonly<Record<string, readonly TextKey[]>> = {
  'an array of {} element{}': ['found.array', 'found.arrayOfOne'],
  'is read-only: `{}.{}` contains the same links, which {}': ['reason.onlyOnOtherSide', 'reason.onNoSide'],
  'The request document must be valid JSON{}': ['INVALID_JSON.place', 'INVALID_JSON.end'],
  '"{}" is not a valid name of a query parameter. A name must be {}.': ['PARAMETER_UNKNOWN.name'],
  '{} of resources of this collection is not available.': ['PARAMETER_NOT_SUPPORTED.estimate'],
  'This collection cannot be paginated in this order: {}': [
    'SORT_NOT_SUPPORTED.cursor',
    'SORT_NOT_SUPPORTED.cursorTooLong',
  ],
  'A filter with the operator "{}" must have {}.': ['FILTER_NOT_SUPPORTED.oneValue', 'FILTER_NOT_SUPPORTED.twoValues'],
  'The filter must be {}. Expected {}, but {}.': [
    'FILTER_NOT_SUPPORTED.expression',
    'FILTER_NOT_SUPPORTED.expected',
    'FILTER_NOT_SUPPORTED.expectedAtEnd',
  ],
  'The path "{}" cannot be included: type {} does not have ': ['RELATIONSHIP_PATH_UNKNOWN.step'],
  '{} must have {} valid parts, separated by "~".': ['DOCUMENT_INVALID.idParts'],
  '{} must be the decimal form of an integer.': ['DOCUMENT_INVALID.idInteger'],
  '{}, but it is {}.': ['DOCUMENT_INVALID.relationship'],
  '{} cannot be stored.': [
    'VALUE_REJECTED.unstorable',
    'VALUE_REJECTED.unstorableField',
    'ATTRIBUTE_INVALID.unstorable',
  ],
  'The relationship `{}` is required, so it must not be {}.': [
    'RELATIONSHIP_REQUIRED.notNull',
    'RELATIONSHIP_REQUIRED.notEmpty',
  ],
  'The relationship `{}` accepts only {} {}, but the resource identifier has type "{}".': [
    'TYPE_CONFLICT.identifier',
    'TYPE_CONFLICT.identifierOfSeveral',
  ],
  'This request does not create {}.': ['LOCAL_ID_UNKNOWN.document'],
  'Resources of type "{}" cannot be {}. Allowed methods at this URL: {}.': [
    'METHOD_NOT_ALLOWED.unlisted',
    'METHOD_NOT_ALLOWED.unfetched',
  ],
  'Type "{}" cannot be {} by "{}".': ['SORT_NOT_SUPPORTED.field', 'FILTER_NOT_SUPPORTED.field'],
};

/** Sentences in these files that no client receives, each with the reason. */
const internal: Readonly<Record<string, string>> = {
  'The value is not valid.': 'the message of an issue, which is a value',
  '`status` must be the status of an HTTP error, 400 to 599.': 'for `onError`',
  '`errors` of a JsonApiError must be an array with at least one error object.': 'for `onError`',
  '`access.{}.{}` returned false for {}.': 'the cause, for `onRequest`',
  'There is no rule `access.{}.{}`, and `defaultAccess` is "deny".': 'the cause, for `onRequest`',
  '`access.{}.update` reads the linkage of `{}` after the request, but the source does not return it, or it has more than `limits.includedLinkage` members. A rule `relate` receives the change alone.':
    'the cause, for `onRequest`',
  'The order would reveal values of resources that the caller cannot read (see {}), and its source does not state that it applies their conditions to an order.':
    'the cause, for `onRequest`',
  'The source of the related type does not apply this condition.': 'the cause, for `onRequest`',
  '{}{}. Such values are read as null.': 'for `onError`',
};

/** Whether a text of the sources is one of the catalog, with any values. The texts around the message of a schema fit to every text. */
function isKnown(text: string): boolean {
  const detail = text.replace(/([.?])\{\}/g, '$1').replaceAll('{}', 'x');
  const isText = (code: string): boolean =>
    textParts({ code, detail })?.every(({ key }) => !/\.(?:issue|memberRequired)$/.test(key)) === true;
  return Object.keys(englishTexts).some(isText);
}

test('every sentence of the sources that a client can receive is in the catalog', () => {
  const creating = new Set(files.filter(({ code }) => creators.test(code)).map(({ path }) => path));
  const unknown = found
    .filter(({ path, text }) => creating.has(path) && / /.test(text) && /^[A-Z`"{]/.test(text) && /[.?]$/.test(text))
    .filter(({ text }) => !Object.hasOwn(composed, text) && !Object.hasOwn(internal, text) && !isKnown(text))
    .map(({ path, text }) => `${path}: ${text}`);
  expect(unknown).toEqual([]);
  expect(creating.size).toBeGreaterThan(60);
});

test('every text of the catalog is a text of the sources', () => {
  const all = new Set(found.map(({ text }) => text));
  const joined = [...all].join('\n');
  const keysOfComposed: readonly string[] = Object.values(composed).flat();
  const absent = Object.entries(englishTexts).flatMap(([group, texts]) =>
    Object.entries<string>(texts)
      .filter(([name, text]) => {
        const [longest = ''] = text.split(/\{\w+\}/).sort((left, right) => right.length - left.length);
        return !keysOfComposed.includes(`${group}.${name}`) && !joined.includes(longest.replace(/[.?]$/, ''));
      })
      .map(([name]) => `${group}.${name}`),
  );
  expect(absent).toEqual([]);
  const unused = [...Object.keys(composed), ...Object.keys(internal)].filter((text) => !all.has(text));
  expect(unused).toEqual([]);
});
