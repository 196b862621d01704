/** Validates documents with a declaration, which is code of the reader: it runs in the sandbox. */
import { checkDeclared } from './check-declared.ts';
import type { Question } from './check-text.ts';

addEventListener('message', ({ data }: MessageEvent<Question & { readonly id: number }>) => {
  postMessage({ id: data.id, ...checkDeclared(data) });
});
// It has loaded.
postMessage({ id: 0 });
