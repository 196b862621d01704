import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerDescription } from '@linkage/server';
import { inputProblem } from '../input/check-input.ts';
import { isDescription, isOpenApi } from '../input/forms.ts';
import type { ValueCheck } from '../input/value-check.ts';
import type { OpenApiDocument } from '../open-api/operation.ts';
import { member } from '../schema/json-schema.ts';
import { isUsageError, usageError } from './terminal.ts';

/** The contents of a file, a URL, or a module. */
export type Input =
  | { readonly kind: 'description'; readonly value: ServerDescription }
  | { readonly kind: 'OpenAPI document'; readonly value: OpenApiDocument };

const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_IN_MS = 30_000;

/**
 * Reads a description or an OpenAPI document: a JSON file, a URL that responds with JSON, or a JavaScript or TypeScript
 * module that exports a server as `server` or by default.
 */
export async function readInput(from: string): Promise<Input> {
  if (/^https?:\/\//.test(from)) return inputOf(parse(await fetchText(from), from), from);
  if (/\.[cm]?[jt]s$/.test(from)) return inputOf(await describeModule(from), from);
  return inputOf(parse(await readText(from), from), from);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Reads the text of a response, and stops at the limit. */
async function limitedText(response: Response, url: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw usageError(`${url} responds with more than 64 MiB.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function fetchText(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json, application/vnd.oai.openapi+json' },
      signal: AbortSignal.timeout(TIMEOUT_IN_MS),
    });
    if (!response.ok) throw usageError(`${url} responds with ${response.status}.`);
    return await limitedText(response, url);
  } catch (error) {
    throw isUsageError(error) ? error : usageError(`${url} cannot be read: ${(error as Error).message}`);
  }
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
    throw usageError(`${file} cannot be imported: ${(error as Error).message}`);
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
