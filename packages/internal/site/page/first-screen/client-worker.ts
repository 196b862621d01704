/** Checks the calls of the client with TypeScript. It loads more than a megabyte, so it starts with the first change of a reader. */
import { servePage } from '../shared/serve-page.ts';
import { createClientCheck } from './check-client.ts';
import type { ClientAnswer, ClientQuestion } from './first-screen-data.ts';

/** The build replaces the name with the URLs of what the worker loads. */
declare const SITE_COMPILER: { readonly compiler: string; readonly files: string };
/** The script of the compiler declares it. */
declare const ts: Parameters<typeof createClientCheck>[0];
declare function importScripts(url: string): void;

const files = fetch(SITE_COMPILER.files).then((response) => response.json());
importScripts(SITE_COMPILER.compiler);
const check = files.then((it) => createClientCheck(ts, it));

servePage(async ({ declaration, code }: ClientQuestion): Promise<ClientAnswer> => {
  return { notes: (await check)(declaration, code) };
});
