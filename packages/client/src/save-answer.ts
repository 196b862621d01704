import type { Answer, SavedAnswer } from './answer.ts';

/** Returns an answer as plain data. `restore` of a client makes an answer of it. */
export function saveAnswer<Result extends Answer<unknown>>(answer: Result): SavedAnswer<Result> {
  const { url, status, etag, headers, document } = answer;
  return { url, status, etag, headers: Object.fromEntries(headers), document };
}
