import type { Server } from '../pipeline/server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

/** The features by which cases are grouped. */
export type SuiteFeature =
  | 'collections'
  | 'aggregates'
  | 'sorting'
  | 'filters'
  | 'includes'
  | 'related resources'
  | 'several target types'
  | 'writes'
  | 'relationship writes'
  | 'transactions'
  | 'concurrent writes'
  | 'hostile names'
  | 'hostile values';

/** An answer of the server, its document parsed. */
export interface SuiteAnswer {
  readonly status: number;
  readonly etag: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: documents of any kind, which cases look into
  readonly document: any;
}

/** A server over the sources that are tested, with the records of the suite. */
export interface SuiteWorld {
  readonly server: Server;
  readonly sources: Readonly<Record<string, DataSource>>;
  /** Sends a request, for example `GET /articles`; a body is sent as JSON. */
  readonly send: (line: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<SuiteAnswer>;
}

/** A test of the suite before it is bound to sources. */
export interface CaseOfFeature {
  readonly feature: SuiteFeature;
  readonly name: string;
  readonly run: (world: SuiteWorld) => Promise<void>;
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, it) => (it === undefined ? '(undefined)' : it)) ?? 'undefined';
}

/** Throws unless two values have the same JSON. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [is, must] = [textOf(actual), textOf(expected)];
  if (is !== must) throw new Error(`${what} must be ${must.slice(0, 500)}, but it is ${is.slice(0, 500)}.`);
}

/** Throws unless a condition holds. */
export function expectTrue(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

/** The ids of primary data, in order. */
export function idsOf({ document }: SuiteAnswer): readonly string[] {
  return document?.data?.map(({ id }: { readonly id: string }) => id);
}

/** Throws unless the answer is 200 and its primary data has these ids in this order. */
export async function expectIds({ send }: SuiteWorld, url: string, ids: readonly string[]): Promise<void> {
  const answer = await send(`GET ${url}`);
  expectEqual([answer.status, idsOf(answer) ?? answer.document], [200, ids], `GET ${url}`);
}
