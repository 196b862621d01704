import { documentErrors } from '../../error/chapters/document-errors.ts';
import { resourceErrors } from '../../error/chapters/resource-errors.ts';
import { createErrorList, type ErrorList } from '../../error/error-list.ts';
import type { ErrorKey, MoreTexts } from '../../error/error-of.ts';
import { JsonApiError } from '../../error/json-api-error.ts';
import { suggestion } from '../../error/phrases.ts';
import type { TextPart, ValuesOf } from '../../error/text-part.ts';
import { formatPointer } from '../../internal/json-pointer.ts';
import type { ErrorObject } from '../../spec/document/error-object.ts';

/** The keys from the root of the request document, or of its parsed part, to a value. */
export type PathSegments = readonly (string | number)[];

const chapters: typeof documentErrors & typeof resourceErrors = { ...documentErrors, ...resourceErrors };

/** The codes of errors in a request document. */
export type DocumentCode = keyof typeof chapters;

/** Collects errors. */
export interface Reporter {
  /** `issue` is that of the schema that found the error. */
  report<Key extends ErrorKey<DocumentCode>>(
    key: Key,
    values: ValuesOf<Key>,
    path: PathSegments,
    more?: MoreTexts,
    issue?: object,
  ): undefined;
  /** Returns a "Did you mean" sentence, if a name is close. A request gets at most 20 suggestions. */
  suggest(name: string, names: Iterable<string>): TextPart | undefined;
  /** Whether the maximum number of errors is reached, so that parsing can stop. */
  isFull(): boolean;
}

/** The errors of a request document so far. */
export interface ErrorCollector extends Reporter {
  /** Returns a collector for errors that are found later, but precede the errors that are reported from now on. */
  reserve(): Reporter;
  /**
   * Throws if errors were reported.
   *
   * @throws {JsonApiError} With all errors.
   */
  throwIfAny(): void;
}

const STATUS_REQUIRED: ReadonlySet<string> = new Set<DocumentCode>([
  'CLIENT_ID_FORBIDDEN',
  'ID_CONFLICT',
  'FIELD_READ_ONLY',
]);
const TYPE = formatPointer(['data', 'type']);

/** Whether the specification requires the status of an error, regardless of the other errors of the request. */
function requiresStatus({ code = '', source }: ErrorObject, base: string): boolean {
  return STATUS_REQUIRED.has(code) || (code === 'TYPE_CONFLICT' && source?.pointer === base + TYPE);
}

/**
 * Maximum length of a pointer, in characters. A client chooses member names, so a pointer could be as long as the
 * document.
 */
const MAX_POINTER_LENGTH = 500;

/** Bounds the cost of a document with many unknown names. */
const MAX_SUGGESTIONS = 20;

/** The number of suggestions that a request can still get. Several parts of a document can share it. */
export interface SuggestionBudget {
  left: number;
}

/** Creates the budget of one request. */
export function createSuggestionBudget(): SuggestionBudget {
  return { left: MAX_SUGGESTIONS };
}

/** Returns the pointer to a value, or to its nearest ancestor whose pointer is not too long. */
function pointerTo(base: string, path: PathSegments): string {
  let pointer = base;
  for (const segment of path) {
    const name = String(segment);
    const longer = name.length > MAX_POINTER_LENGTH ? undefined : formatPointer([name]);
    if (longer === undefined || pointer.length + longer.length > MAX_POINTER_LENGTH) break;
    pointer += longer;
  }
  return pointer;
}

function createReporter(list: ErrorList<DocumentCode>, base: string | null, suggestions: SuggestionBudget): Reporter {
  return {
    suggest: (name, names) => (suggestions.left-- > 0 ? suggestion(name, names) : undefined),
    report(key, values, path, more, issue) {
      if (list.isFull()) return;
      list.add(key, values, base === null ? undefined : { pointer: pointerTo(base, path) }, more, issue);
    },
    isFull: list.isFull,
  };
}

/**
 * Creates an empty error collector. It keeps at most `maxErrors` errors, but always at least one, so that an invalid
 * document is never accepted.
 *
 * @param base The pointer to the parsed part of the request document; null for a request without one, which no pointer can lead to.
 * Default: the whole document.
 * @param suggestions The budget that the part shares with the other parts of the document. Default: a budget of its own.
 */
export function createErrorCollector(
  maxErrors: number,
  base: string | null = '',
  suggestions: SuggestionBudget = createSuggestionBudget(),
): ErrorCollector {
  const list = createErrorList(chapters, maxErrors);
  const { errors } = list;
  /** Errors that are found later, with the number of errors that precede them. */
  const reservedErrors: { readonly at: number; readonly errors: readonly ErrorObject[] }[] = [];
  return {
    ...createReporter(list, base, suggestions),
    reserve() {
      const reservedList = createErrorList(chapters, maxErrors);
      reservedErrors.push({ at: errors.length, errors: reservedList.errors });
      return createReporter(reservedList, base, suggestions);
    },
    throwIfAny() {
      const all: ErrorObject[] = [];
      let taken = 0;
      for (const { at, errors: reserved } of reservedErrors) {
        all.push(...errors.slice(taken, at), ...reserved);
        taken = at;
      }
      all.push(...errors.slice(taken));
      const kept = all.slice(0, list.limit);
      if (kept.length === 0) return;
      const required = kept.find((error) => requiresStatus(error, base ?? ''));
      throw new JsonApiError(kept, { status: required && Number(required.status) });
    },
  };
}

/**
 * Ends the parsing of a document with errors.
 *
 * @throws {JsonApiError} With all errors.
 */
export function throwErrors(collector: ErrorCollector): never {
  collector.throwIfAny();
  throw new Error('Parsing failed without a reported error.');
}
