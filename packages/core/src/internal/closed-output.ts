/** The part of a stream of Node that this function needs. */
interface Output {
  on(event: 'error', listener: (error: Error & { readonly code?: string }) => void): unknown;
}

/** The status with which shells report a program that has written to a closed pipe: 128 and the number of SIGPIPE. */
const CLOSED_PIPE = 141;

/** Ends a command without a stack when the reader of its output leaves, as `head` does. The status says that the output is not complete. */
export function endWithReader(outputs: readonly Output[], exit: (status: number) => void): void {
  for (const output of outputs) {
    output.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error;
      exit(CLOSED_PIPE);
    });
  }
}
