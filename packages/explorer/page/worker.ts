/** Validates documents beside the page, so that a large document does not stop it. */
import { validateDocument } from '@linkage/core';
import { atomicOperations } from '@linkage/core/atomic';
import { cursorPagination } from '@linkage/core/cursor-pagination';
import type { Question, Validation } from './state/validate.ts';

const MAX_ISSUES = 200;

addEventListener('message', ({ data }: MessageEvent<Question & { readonly id: number }>) => {
  postMessage({ id: data.id, ...validate(data) });
});

function validate({ text, as, isSparse, isAtomic }: Question): Validation {
  try {
    const { issues = [] } = validateDocument(JSON.parse(text), {
      as,
      level: 'should',
      sparseFieldsets: isSparse,
      extensions: isAtomic ? [atomicOperations] : [],
      profiles: text.includes('profiles/ethanresnick/cursor-pagination') ? [cursorPagination] : [],
      maxIssues: MAX_ISSUES,
    });
    return { issues };
  } catch (error) {
    return { failure: String(error) };
  }
}
