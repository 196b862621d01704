/** Sends the requests of a table, each to new sources, and writes down the calls that it made. */
import type { Api } from '@linkage/core';
import { atomicOperations } from '../../src/extensions/atomic/atomic-operations.ts';
import { createMemoryIdempotencyStore } from '../../src/memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../../src/operations/idempotency/idempotency-keys.ts';
import { createServer } from '../../src/pipeline/create-server.ts';
import type { Server } from '../../src/pipeline/server.ts';
import { atomicType } from '../atomic-request.ts';
import type { AnyDocument } from '../support.ts';
import { optionsOf } from './blog-world.ts';
import { recordCalls, type SourcesByType } from './recorder.ts';
import { atomicPath, type Case } from './requests.ts';

/** New sources with the records of the transcripts. */
export interface OpenSources {
  readonly sources: SourcesByType;
  /** The statements that they have sent to a database; undefined for sources without one. */
  readonly statements?: string[] | undefined;
  readonly close?: (() => Promise<void>) | undefined;
}

/** The end of the message of a failed test: how to write the file again. */
export const rewritten = (path: string): string =>
  `The calls changed. If that is on purpose, read the difference after: npm test -- tests ${path} -u`;

const media = 'application/vnd.api+json';

function requestOf({ line, document, headers = {} }: Case) {
  const [method = '', url = ''] = line.split(' ');
  const type = url === atomicPath ? atomicType : media;
  const sent = document === undefined ? {} : { body: JSON.stringify(document) };
  const typed = document === undefined ? {} : { 'content-type': type };
  return { method, url, headers: { accept: type, ...typed, ...headers }, ...sent };
}

const identities = (data: AnyDocument): string =>
  [data ?? []]
    .flat()
    .map((it: AnyDocument) => `${it.type} ${it.id}`)
    .join(', ');

/** The status, and the identities or the errors of the document. */
function answerText(status: number, headers: Readonly<Record<string, string>>, body: string): string {
  const document: AnyDocument = body === '' ? {} : JSON.parse(body);
  const { data, included = [], errors, 'atomic:results': results } = document;
  const replayed = headers['Idempotency-Replayed'] === undefined ? '' : ' again';
  if (errors !== undefined) {
    const shown = errors.map(({ code, source = {} }: AnyDocument) => [code, ...Object.values(source)].join(' '));
    return `${status}${replayed} ${shown.join(', ')}`;
  }
  const primary = results === undefined ? data : results.map((it: AnyDocument) => it.data ?? []);
  const more = included.length === 0 ? '' : ` + ${identities(included)}`;
  return `${status}${replayed} ${identities(primary)}${more}`.trimEnd();
}

async function send(server: Server, given: ReturnType<typeof requestOf>) {
  const { status, headers, body = '', stream } = await server.handle(given);
  let text = body;
  if (stream !== undefined) for await (const part of stream as AsyncIterable<unknown>) text += String(part);
  return { status, headers, text };
}

/** Sends one request, and returns its part of the transcript. */
async function sectionOf(api: Api, given: Case, open: () => OpenSources): Promise<string> {
  const { sources, statements, close } = open();
  const { setting, line, note, tag, times = 1, options = {}, document } = given;
  const lines: string[] = [];
  const failures: unknown[] = [];
  const server = createServer(
    api,
    recordCalls(api, sources, lines) as never,
    {
      ...optionsOf(setting, [...api.types.keys()]),
      ...options,
      extensions: [atomicOperations({ path: atomicPath })],
      idempotency: { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user: () => 'all' },
      onMissingRules: () => undefined,
      onError: (error: unknown) => void failures.push(error),
    } as never,
  );
  const request = requestOf(given);
  if (tag !== undefined) {
    const { headers } = await server.handle({ method: 'GET', url: tag.url, headers: { accept: media } });
    Object.assign(request.headers, { [tag.field]: headers['ETag'] ?? '"none"' });
  }
  lines.length = 0;
  for (let count = 0; count < times; count++) {
    if (statements !== undefined) statements.length = 0;
    const { status, headers, text } = await send(server, request);
    const countedStatements = statements?.filter((it) => !/^(?:begin|commit|rollback)/.test(it)).length;
    const failed = failures.splice(0).map((error) => ` (${error instanceof Error ? error.message : String(error)})`);
    const counted = countedStatements === undefined ? '' : `; statements: ${countedStatements}`;
    lines.push(`= ${answerText(status, headers, text)}${counted}${failed.join('')}`);
  }
  await close?.();
  const title = `${line} [${setting}${note === undefined ? '' : `, ${note}`}]`;
  const body = document === undefined ? [] : [JSON.stringify(document)];
  return [title, ...[...body, ...lines].map((it) => `  ${it}`), ''].join('\n');
}

/** Returns the transcript of a table of requests. */
export async function transcriptOf(api: Api, table: readonly Case[], open: () => OpenSources): Promise<string> {
  const sections: string[] = [];
  for (const given of table) sections.push(await sectionOf(api, given, open));
  return sections.join('\n');
}
