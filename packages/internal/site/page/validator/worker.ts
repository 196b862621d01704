/** Validates documents beside the page, so that a large document does not stop it. */
import { checkQuestion, type Question } from './check-text.ts';

addEventListener('message', async ({ data }: MessageEvent<Question & { readonly id: number }>) => {
  postMessage({ id: data.id, ...(await checkQuestion(data)) });
});
// It has loaded.
postMessage({ id: 0 });
