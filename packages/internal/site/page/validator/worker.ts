/** Validates documents beside the page, so that a large document does not stop it. */
import { checkText, type Question } from './check-text.ts';

addEventListener('message', ({ data }: MessageEvent<Question & { readonly id: number }>) => {
  postMessage({ id: data.id, ...checkText(data) });
});
// It has loaded.
postMessage({ id: 0 });
