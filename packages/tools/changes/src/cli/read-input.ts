import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importError, readSource, usageError } from '@linkage/core/internal';
import type { ServerDescription } from '@linkage/server';
import { inputProblem } from '../input/check-input.ts';
import { isDescription, isOpenApi } from '../input/forms.ts';
import type { ValueCheck } from '../input/value-check.ts';
import type { OpenApiDocument } from '../open-api/operation.ts';
import { member } from '../schema/json-schema.ts';

/** The contents of a file, a URL, or a module. */
export type Input =
  | { readonly kind: 'description'; readonly value: ServerDescription }
  | { readonly kind: 'OpenAPI document'; readonly value: OpenApiDocument };

/**
 * Reads a description or an OpenAPI document: a JSON file, a URL that responds with JSON, or a JavaScript or TypeScript
 * module that exports a server as `server` or by default.
 */
export async function readInput(from: string): Promise<Input> {
  if (!/^https?:\/\//i.test(from) && /\.[cm]?[jt]s$/.test(from)) return inputOf(await describeModule(from), from);
  return inputOf(parse(await readText(from), from), from);
}

/** Reads a file or a URL, within the limits of all commands. */
export function readText(from: string): Promise<string> {
  const accept = 'application/json, application/vnd.oai.openapi+json';
  return readSource(from, { openFile: createReadStream, fetch, accept });
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

function inputOf(value: unknown, from: string): Input {
  if (typeof member(value, 'openapi') === 'string') {
    assertForm(value, isOpenApi, from);
    return { kind: 'OpenAPI document', value: value as OpenApiDocument };
  }
  if (typeof member(value, 'contract') === 'number') {
    assertForm(value, isDescription, from);
    return { kind: 'description', value: value as ServerDescription };
  }
  throw usageError(`${from} must contain a description of server.describe() or an OpenAPI document of version 3.`);
}

function assertForm(value: unknown, check: ValueCheck, from: string): void {
  const problem = inputProblem(value, check);
  if (problem !== undefined) throw usageError(`${from}: \`${problem.pointer}\` ${problem.text}.`);
}
