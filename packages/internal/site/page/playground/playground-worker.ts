/** Answers beside the page, so that a long calculation does not stop it. */
import { answerQuestion } from './answer-question.ts';
import type { Question } from './question.ts';

addEventListener('message', async ({ data }: MessageEvent<Question & { readonly id: number }>) => {
  postMessage({ id: data.id, ...(await answerQuestion(data)) });
});
// It has loaded.
postMessage({ id: 0 });
