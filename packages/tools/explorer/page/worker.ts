/** Validates documents, and checks patterns, beside the page: a large document or a slow expression does not stop it. */
import { validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import { matches, type PatternMessage, type PatternQuestion } from './state/patterns.ts';
import type { Question, Validation } from './state/validate.ts';

const MAX_ISSUES = 200;

type Asked = (Question | { readonly patterns: readonly PatternQuestion[] }) & { readonly id: number };

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { id } = data;
  if (!('patterns' in data)) return postMessage({ id, ...validate(data) });
  const respond = (message: PatternMessage): void => postMessage(message);
  respond({ id, hasBegun: true });
  respond({ id, matches: data.patterns.map(matches) });
});

function validate({ text, as, isSparse, isAtomic }: Question): Validation {
  try {
    const { issues = [] } = validateDocument(JSON.parse(text), {
      as,
      level: 'should',
      sparseFieldsets: isSparse,
      extensions: isAtomic ? [atomicExtension] : [],
      profiles: text.includes('profiles/ethanresnick/cursor-pagination') ? [cursorProfile] : [],
      maxIssues: MAX_ISSUES,
    });
    return { issues };
  } catch (error) {
    return { failure: String(error) };
  }
}
