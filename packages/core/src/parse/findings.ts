import type { ErrorObject } from '../document/error-object.ts';
import { type ErrorCode, errorCodes } from '../error/error-code.ts';
import { createErrorList, type ErrorList } from '../error/error-list.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import { formatPointer } from '../internal/json-pointer.ts';

/** A place in the request document, or in the part of it that is read. */
export type Place = readonly (string | number)[];

/** Takes problems. */
export interface Reporter {
  report(code: ErrorCode, place: Place, detail: string): void;
  /** Whether no more problems are wanted: reading on would only cost time. */
  isFull(): boolean;
}

/** The problems found in a request document so far. */
export interface Findings extends Reporter {
  /** Takes problems that are found later, but belong before those that are reported from now on. */
  later(): Reporter;
  /**
   * Ends the reading when there are problems.
   *
   * @throws {JsonApiError} All of them.
   */
  assertNone(): void;
}

const DEMANDED: ReadonlySet<string> = new Set<ErrorCode>(['CLIENT_ID_FORBIDDEN', 'ID_CONFLICT', 'FIELD_READ_ONLY']);
const TYPE = formatPointer(['data', 'type']);

/** Whether the specification demands the status of a problem, whatever else is wrong with the request. */
function isDemanded({ code = '', source }: ErrorObject, base: string): boolean {
  return DEMANDED.has(code) || (code === 'TYPE_CONFLICT' && source?.pointer === base + TYPE);
}

/** Characters of a pointer. Names that the client made up would make it as long as the document. */
const LONGEST_POINTER = 500;

/** The place below a base as a pointer, or the nearest place around it whose pointer is not too long. */
function pointerTo(base: string, place: Place): string {
  let pointer = base;
  for (const segment of place) {
    const name = String(segment);
    const longer = name.length > LONGEST_POINTER ? undefined : formatPointer([name]);
    if (longer === undefined || pointer.length + longer.length > LONGEST_POINTER) break;
    pointer += longer;
  }
  return pointer;
}

function createReporter(list: ErrorList<ErrorCode>, base: string): Reporter {
  return {
    report(code, place, detail) {
      if (!list.isFull()) list.add(code, detail, { pointer: pointerTo(base, place) });
    },
    isFull: list.isFull,
  };
}

/**
 * Creates findings without errors. Together they keep at most `wanted` errors, but always at least one.
 *
 * @param base The pointer to the part of the request document that is read. Default: the whole document.
 */
export function createFindings(wanted: number, base: string = ''): Findings {
  const list = createErrorList(errorCodes, wanted);
  const { errors } = list;
  /** Problems that are found later, with the number of those that stand before them. */
  const laterErrors: { readonly at: number; readonly errors: readonly ErrorObject[] }[] = [];
  return {
    ...createReporter(list, base),
    later() {
      const own = createErrorList(errorCodes, wanted);
      laterErrors.push({ at: errors.length, errors: own.errors });
      return createReporter(own, base);
    },
    assertNone() {
      const all: ErrorObject[] = [];
      let taken = 0;
      for (const { at, errors: own } of laterErrors) {
        all.push(...errors.slice(taken, at), ...own);
        taken = at;
      }
      all.push(...errors.slice(taken));
      const kept = all.slice(0, list.most);
      if (kept.length === 0) return;
      const demanded = kept.find((error) => isDemanded(error, base));
      throw new JsonApiError(kept, { status: demanded && Number(demanded.status) });
    },
  };
}

/**
 * Ends a reading that cannot go on.
 *
 * @throws {JsonApiError} All problems found.
 */
export function failed(findings: Findings): never {
  findings.assertNone();
  throw new Error('A reading failed without a problem to report.');
}
