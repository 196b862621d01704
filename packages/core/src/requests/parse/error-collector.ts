import {
  documentErrors,
  type documentMessagesOfActions,
  type documentMessagesOfOperations,
} from '../../error/chapters/document-errors.ts';
import { resourceErrors, type resourceMessagesOfOperations } from '../../error/chapters/resource-errors.ts';
import { createErrorList, type ErrorList } from '../../error/error-list.ts';
import { type ErrorKey, JsonApiError, type MoreMessages } from '../../error/json-api-error.ts';
import { type MessagePart, suggestion, type ValuesOf } from '../../error/message-part.ts';
import { formatPointer } from '../../internal/json-pointer.ts';
import type { ErrorObject } from '../../spec/document/error-object.ts';

/** The keys from the root of the request document, or of its parsed part, to a value. */
export type PathSegments = readonly (string | number)[];

/** The errors of request documents, by their codes. */
export type DocumentErrors = typeof documentErrors &
  typeof resourceErrors &
  typeof documentMessagesOfActions &
  typeof documentMessagesOfOperations &
  typeof resourceMessagesOfOperations;

// Those who read operations and actions pass their tables.
const chapters = { ...documentErrors, ...resourceErrors } as DocumentErrors;

/** The codes of errors in a request document. */
export type DocumentCode = keyof DocumentErrors;

/** Collects errors. */
export interface Reporter {
  /** `issue` is that of the schema that found the error. */
  report<Key extends ErrorKey<DocumentCode>>(
    key: Key,
    values: ValuesOf<Key>,
    path: PathSegments,
    more?: MoreMessages,
    issue?: object,
  ): undefined;
  /** Returns a "Did you mean" sentence, if a name is close. A request gets at most 20 suggestions. */
  suggest(name: string, names: Iterable<string>): MessagePart | undefined;
  /** Whether the maximum number of errors is reached, so that parsing can stop. */
  isFull(): boolean;
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

/**
 * Collects the errors of a request document. Keeps at most `maxErrors` errors, but always at least one, so that an invalid document
 * is never accepted. Few documents have errors, so the list is created for the first one.
 */
export class ErrorCollector implements Reporter {
  readonly #strings: DocumentErrors;
  readonly #maxErrors: number;
  readonly #base: string | null;
  #suggestions: SuggestionBudget | undefined;
  #list: ErrorList<DocumentCode> | undefined;
  /** Collectors of errors that are found later, with the number of errors that precede them. */
  #reserved: { readonly at: number; readonly later: ErrorCollector }[] | undefined;

  /**
   * @param base The pointer to the parsed part of the request document; null for a request without one, which no pointer can lead to.
   * Default: the whole document.
   * @param suggestions The budget that the part shares with the other parts of the document. Default: a budget of its own.
   * @param strings The errors with their strings. Default: those of all documents.
   */
  constructor(
    maxErrors: number,
    base: string | null = '',
    suggestions?: SuggestionBudget,
    strings: DocumentErrors = chapters,
  ) {
    this.#strings = strings;
    this.#maxErrors = Math.max(1, maxErrors);
    this.#base = base;
    this.#suggestions = suggestions;
  }

  report<Key extends ErrorKey<DocumentCode>>(
    key: Key,
    values: ValuesOf<Key>,
    path: PathSegments,
    more?: MoreMessages,
    issue?: object,
  ): undefined {
    this.#list ??= createErrorList(this.#strings, this.#maxErrors);
    const list = this.#list;
    const base = this.#base;
    if (!list.isFull())
      list.add(key, values, base === null ? undefined : { pointer: pointerTo(base, path) }, more, issue);
  }

  suggest(name: string, names: Iterable<string>): MessagePart | undefined {
    this.#suggestions ??= createSuggestionBudget();
    return this.#suggestions.left-- > 0 ? suggestion(name, names) : undefined;
  }

  isFull(): boolean {
    return this.#list?.isFull() === true;
  }

  /** Returns a collector for errors that are found later, but precede the errors that are reported from now on. */
  reserve(): Reporter {
    this.#suggestions ??= createSuggestionBudget();
    const later = new ErrorCollector(this.#maxErrors, this.#base, this.#suggestions, this.#strings);
    this.#reserved ??= [];
    this.#reserved.push({ at: this.#errors.length, later });
    return later;
  }

  /**
   * Throws if errors were reported.
   *
   * @throws {JsonApiError} With all errors.
   */
  throwIfAny(): void {
    if (this.#list === undefined && this.#reserved === undefined) return;
    const all: ErrorObject[] = [];
    let taken = 0;
    for (const { at, later } of this.#reserved ?? []) {
      all.push(...this.#errors.slice(taken, at), ...later.#errors);
      taken = at;
    }
    const kept = [...all, ...this.#errors.slice(taken)].slice(0, this.#maxErrors);
    if (kept.length === 0) return;
    const required = kept.find((error) => requiresStatus(error, this.#base ?? ''));
    throw new JsonApiError(kept, { status: required && Number(required.status) });
  }

  get #errors(): readonly ErrorObject[] {
    return this.#list?.errors ?? [];
  }
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
