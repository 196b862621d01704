import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usageError } from '@linkage/core/internal';

/** Only programs of this machine can reach it. No option changes the address. */
const ADDRESS = '127.0.0.1';
const PORT = 4700;

/** Reads the option `--port`. */
export function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw usageError(`--port must be a number of 0 to 65535, but it is "${text}".`);
  return port;
}

/**
 * Listens at a port, or at a free one if the default port is in use. Returns the URL.
 *
 * @param onReplaced Receives the default port if it is in use.
 */
export async function listen(
  host: Server,
  port: number | undefined,
  onReplaced: (port: number) => void,
): Promise<string> {
  for (const attempt of port === undefined ? [PORT, 0] : [port]) {
    try {
      host.listen(attempt, ADDRESS);
      await once(host, 'listening');
      return `http://${ADDRESS}:${(host.address() as AddressInfo).port}`;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && attempt !== port) {
        onReplaced(attempt);
        continue;
      }
      if (code === 'EADDRINUSE') throw usageError(`Port ${port} is in use. Omit --port for a free one.`);
      if (code === 'EACCES') throw usageError(`The system does not allow port ${port}. Choose one above 1023.`);
      throw error;
    }
  }
  throw usageError(`No port is free.`);
}
