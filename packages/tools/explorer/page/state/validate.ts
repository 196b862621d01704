import type { DocumentRole, ValidationIssue } from '@linkage/core';

/** An issue of a document. */
export type Issue = ValidationIssue;

/** A document to validate. */
export interface Question {
  readonly text: string;
  readonly as: DocumentRole | undefined;
  /** Whether the request had `fields`, which can hide the way to included resources. */
  readonly isSparse: boolean;
  /** Whether the Atomic Operations extension is applied. */
  readonly isAtomic: boolean;
}

/** The result of a validation: the issues, or why there is none. */
export interface Validation {
  readonly issues?: readonly Issue[];
  readonly failure?: string;
}

/** Validates a document in a worker. */
export type Validate = (question: Question) => Promise<Validation>;

/** Creates a validator with a worker of its own. */
export function createValidator(worker: Worker): Validate {
  const waiting = new Map<number, (validation: Validation) => void>();
  let count = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Validation & { readonly id: number }>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  return (question) => {
    const id = count++;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      worker.postMessage({ id, ...question });
    });
  };
}
