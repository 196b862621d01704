/** Collects the warnings of a build: one of them ends it. */
import { createLogger, type Logger } from 'vite';

/** The warnings so far, and the logger that collects them. */
export interface Warnings {
  readonly logger: Logger;
  readonly texts: readonly string[];
}

/** Creates a logger that keeps each warning, and still writes it. */
export function createWarnings(logger: Logger = createLogger()): Warnings {
  const texts: string[] = [];
  const keep =
    (write: Logger['warn']): Logger['warn'] =>
    (text, options) => {
      texts.push(text);
      write(text, options);
    };
  return { logger: { ...logger, warn: keep(logger.warn), warnOnce: keep(logger.warnOnce) }, texts };
}
