/** Answers the questions of the page in a worker. The number 0 says that the worker has loaded. */
export function servePage<Question>(answer: (question: Question) => object | Promise<object>): void {
  addEventListener('message', async ({ data }: MessageEvent<Question & { readonly id: number }>) => {
    postMessage({ id: data.id, ...(await answer(data)) });
  });
  postMessage({ id: 0 });
}
