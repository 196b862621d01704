import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importError, readSource, usageError } from '@linkage/core/internal';
import type { ServerDescription } from '@linkage/server';
import { inputProblem } from '../input/check-input.ts';
import { isDescription } from '../input/forms.ts';
import { member } from '../schema/json-schema.ts';

/**
 * Reads a description: a JSON file, a URL that responds with JSON, or a JavaScript or TypeScript module that exports a server as `server`
 * or by default.
 */
export async function readInput(from: string): Promise<ServerDescription> {
  if (!/^https?:\/\//i.test(from) && /\.[cm]?[jt]s$/.test(from)) return descriptionOf(await describeModule(from), from);
  return descriptionOf(parse(await readText(from), from), from);
}

/** Reads a file or a URL, within the limits of all commands. */
export function readText(from: string): Promise<string> {
  return readSource(from, { openFile: createReadStream, fetch, accept: 'application/json' });
}

function parse(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`${from} is not JSON: ${(error as Error).message}`);
  }
}

async function describeModule(file: string): Promise<unknown> {
  const module: unknown = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw importError(file, error, process.version);
  });
  const server = [member(module, 'server'), member(module, 'default')].find(
    (it) => typeof member(it, 'describe') === 'function',
  );
  if (server === undefined) {
    throw usageError(`${file} must export a server of createServer, as \`server\` or by default.`);
  }
  return (server as { describe: () => Promise<unknown> }).describe();
}

function descriptionOf(value: unknown, from: string): ServerDescription {
  if (typeof member(value, 'openapi') === 'string')
    throw usageError(
      `${from} is an OpenAPI document. Pass the description of server.describe(), or use another tool, such as oasdiff.`,
    );
  if (typeof member(value, 'contract') !== 'number')
    throw usageError(`${from} must contain a description of server.describe().`);
  const problem = inputProblem(value, isDescription);
  if (problem !== undefined) throw usageError(`${from}: \`${problem.pointer}\` ${problem.text}.`);
  return value as ServerDescription;
}
