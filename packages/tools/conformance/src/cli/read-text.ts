import { createReadStream } from 'node:fs';
import { readSource, usageError } from '@linkage/core/internal';
import type { Terminal } from './terminal.ts';

const sources = { openFile: createReadStream, fetch } as const;
const JSON_API = 'application/vnd.api+json';

/** Reads a document that the user names: a file, a URL, or `-` for standard input. Responses with an error status are read as well. */
export function readDocument(
  from: string,
  headers: Readonly<Record<string, string>>,
  { stdin }: Pick<Terminal, 'stdin'>,
): Promise<string> {
  return readSource(from, { ...sources, stdin, accept: JSON_API, headers, readsErrors: true });
}

/** Reads JSON from a file or a URL, with headers for the URL. */
export async function readJson(
  from: string,
  what: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const text = await readSource(from, { ...sources, accept: 'application/json, */*;q=0.5', headers });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`${what} ${from} cannot be read: ${(error as Error).message}`);
  }
}
