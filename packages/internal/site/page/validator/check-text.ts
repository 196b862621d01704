import { type Api, type ValidationIssue, validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import { jsonSyntaxError, jsonSyntaxMessage, type Location, locationOf } from '@linkage/core/internal';
import type { Mistake } from '../playground/model/mistake.ts';
import { type Choices, roleOf } from './choices.ts';
import { headerIssues, isWithoutDocument, urisIn } from './http-message.ts';
import { repeatedMembers } from './json-text.ts';

/** A document to validate. */
export interface Question {
  readonly text: string;
  readonly choices: Choices;
  /** The TypeScript code that declares the types. Absent to check the specification only. */
  readonly declaration?: string | undefined;
  /** The headers of the message, a line for each. Absent to check the document only. */
  readonly headers?: string | undefined;
}

/** The result of a validation: the issues, or why the page does not have any. */
export interface Validation {
  readonly issues?: readonly ValidationIssue[];
  readonly failure?: string;
  /** Where the text stops to be JSON. */
  readonly location?: Location;
  /** The first mistake in the declaration. The issues are then those of the specification. */
  readonly mistake?: Mistake;
}

/** The maximum number of issues that the page shows. */
export const MAX_ISSUES = 200;

/** The maximum number of repeated names that the page shows. */
const MAX_REPEATED = 20;

/** The rule of names that an object repeats. It is not one of `validateDocument`, which receives values and not strings. */
export const REPEATED_MEMBER = 'repeated-member';

/** Whether a rule is about headers, so that its issues have no place in the document. */
export function isHeaderRule(rule: string): boolean {
  return rule.startsWith('header-');
}

function repeatedIssue(pointer: string): ValidationIssue {
  return {
    ...{ rule: REPEATED_MEMBER, level: 'should', pointer, receiver: 'reject' },
    message: 'The object has this name more than once. Programs read the first value, the last one, or none: keep one.',
    spec: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  };
}

/** Validates a JSON text. */
export function checkText({ text, choices, headers }: Question, api?: Api): Validation {
  if (text.trim() === '' && isWithoutDocument(headers)) return { issues: [] };
  try {
    const document: unknown = JSON.parse(text);
    const { issues: found = [] } = validateDocument(document, {
      as: roleOf(choices),
      level: choices.isStrict ? 'should' : 'must',
      sparseFieldsets: choices.isSparse,
      extensions: choices.isAtomic || urisIn(headers, 'ext').includes(atomicExtension.uri) ? [atomicExtension] : [],
      profiles: choices.isCursor || urisIn(headers, 'profile').includes(cursorProfile.uri) ? [cursorProfile] : [],
      maxIssues: MAX_ISSUES,
      api,
    });
    const issues = [
      ...(headers === undefined ? [] : headerIssues(headers, document, choices)),
      ...repeatedMembers(text, MAX_REPEATED).map(repeatedIssue),
      ...found,
    ];
    return { issues: issues.slice(0, MAX_ISSUES) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { failure: String(error) };
    const found = jsonSyntaxError(text);
    return {
      failure: `The text is not JSON. ${jsonSyntaxMessage(text, found)}`,
      location: locationOf(text, found.offset),
    };
  }
}
