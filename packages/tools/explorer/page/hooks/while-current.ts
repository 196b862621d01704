/** Receives the result of a promise, unless the returned function is called before: the end of an effect. */
export function whileCurrent<T>(promise: Promise<T>, receive: (result: T) => void): () => void {
  let isCurrent = true;
  void promise.then((result) => {
    if (isCurrent) receive(result);
  });
  return () => {
    isCurrent = false;
  };
}
