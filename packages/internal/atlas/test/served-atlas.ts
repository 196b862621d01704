import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { expect } from 'vitest';
import { createDocumentCheck } from '../../../tools/openapi/test/document-check.ts';
import { api } from '../src/api.ts';
import { createAtlas, type RequestReport } from '../src/create-atlas.ts';
import { openDatabase, openSqlite } from '../src/open-storage.ts';
import type { Progress } from '../src/progress.ts';

export const silent: Progress = { say() {}, start() {}, advance() {}, stop() {} };
export const mediaType = 'application/vnd.api+json';

/** A resource or an identifier, read without much care. */
export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: null | Resource | readonly Resource[] }>>;
}

/** A response, its document read without much care. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Resource & readonly Resource[];
  readonly included: readonly Resource[];
  readonly links: Readonly<Record<string, string | null>>;
  readonly errors: readonly {
    readonly status: string;
    readonly code: string;
    readonly source?: object;
    readonly links?: { readonly about?: string };
  }[];
}

/** A temporary folder, and how to be rid of it. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The bytes of a database with all data. Test files share their worker, so that each worker imports once. */
let imported: Promise<Buffer> | undefined;

async function importOnce(): Promise<Buffer> {
  const { folder, remove } = makeFolder();
  const file = join(folder, 'atlas.db');
  (await openDatabase(file, silent)).close();
  const bytes = readFileSync(file);
  remove();
  return bytes;
}

/** Writes a database with all data into a file. */
export async function writeDatabase(file: string): Promise<void> {
  imported ??= importOnce();
  writeFileSync(file, await imported);
}

/** Judges a response document by the specification and by the declaration of the demo, recommendations included. */
function expectConforming(document: unknown, path: string, hasOperations: boolean): void {
  const sparseFieldsets = new URL(path, 'http://localhost').search.includes('fields');
  expect(document).toHaveProperty('jsonapi.version', '1.1');
  const extensions = hasOperations ? [atomicExtension] : [];
  const options = { as: 'response', api, sparseFieldsets, level: 'should', extensions } as const;
  const issues = validateDocument(document, options).issues ?? [];
  expect(issues).toEqual([]);
}

/** The demo on a socket, over its own database with all data. */
export async function serveAtlas() {
  const { folder, remove } = makeFolder();
  const reports: RequestReport[] = [];
  const failures: unknown[] = [];
  const file = join(folder, 'atlas.db');
  await writeDatabase(file);
  const atlas = createAtlas(await openSqlite(file, silent), {
    onRequest: (report) => reports.push(report),
    onError: (error) => failures.push(error),
  });
  // Other tests share the process and need the `Request` of the platform.
  const server = createAdaptorServer({ fetch: atlas.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const document = await (await fetch(`${base}/openapi.json`)).json();
  const described = createDocumentCheck(document as Readonly<Record<string, unknown>>);
  reports.length = 0;

  /** Sends a request; a document goes as JSON:API, a string as it is. */
  async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const payload =
      body === undefined
        ? {}
        : {
            body: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'Content-Type': mediaType, ...headers },
          };
    const response = await fetch(base + path, { method, headers, ...payload });
    const text = await response.text();
    const answer: Partial<Answer> = text === '' ? {} : JSON.parse(text);
    const contentType = response.headers.get('content-type') ?? undefined;
    expect(
      described.problemOf({ method, url: path, status: response.status, contentType, body: text }),
    ).toBeUndefined();
    if (text !== '') {
      const hasOperations = path === '/operations';
      expect(response.headers.get('content-type')).toBe((hasOperations && headers['Content-Type']) || mediaType);
      expectConforming(answer, path, hasOperations);
    }
    return { status: response.status, headers: response.headers, ...answer } as Answer;
  }

  async function close() {
    await new Promise((resolve) => server.close(resolve));
    await atlas.close();
    remove();
    expect(failures).toEqual([]);
  }

  return { base, ask, get: (path: string) => ask('GET', path), atlas, described, reports, close };
}
