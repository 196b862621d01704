import { type ValidationIssue, validateDocument } from '@linkage/core';
import { atomicOperations } from '@linkage/core/atomic';
import { cursorPagination } from '@linkage/core/cursor-pagination';
import { type Choices, roleOf } from './choices.ts';

/** A document to validate. */
export interface Question {
  readonly text: string;
  readonly choices: Choices;
}

/** The result of a validation: the issues, or why the page does not have any. */
export interface Validation {
  readonly issues?: readonly ValidationIssue[];
  readonly failure?: string;
}

/** The maximum number of issues that the page shows. */
export const MAX_ISSUES = 200;

/** Validates a JSON text. */
export function checkText({ text, choices }: Question): Validation {
  try {
    const { issues = [] } = validateDocument(JSON.parse(text), {
      as: roleOf(choices),
      level: choices.isStrict ? 'should' : 'must',
      sparseFieldsets: choices.isSparse,
      extensions: choices.isAtomic ? [atomicOperations] : [],
      profiles: choices.isCursor ? [cursorPagination] : [],
      maxIssues: MAX_ISSUES,
    });
    return { issues };
  } catch (error) {
    const reason = error instanceof SyntaxError ? `The text must be JSON. ${error.message}` : String(error);
    return { failure: reason };
  }
}
