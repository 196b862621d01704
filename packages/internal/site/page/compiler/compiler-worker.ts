/** Runs the compiler of TypeScript. It loads more than a megabyte, so it starts with the first question. */
import type * as TypeScript from 'typescript-5.9';
import { servePage } from '../shared/serve-page.ts';
import { clientNotes } from './check-client.ts';
import { createCompile } from './compile.ts';
import type { CompilerAnswer, CompilerQuestion } from './compiler-question.ts';
import { printTypes } from './print-types.ts';

/** The build replaces the name with the URLs of what the worker loads. */
declare const SITE_COMPILER: { readonly compiler: string; readonly files: string };
/** The script of the compiler declares it. */
declare const ts: typeof TypeScript;
declare function importScripts(url: string): void;

const files = fetch(SITE_COMPILER.files).then((response) => response.json());
importScripts(SITE_COMPILER.compiler);
const compile = files.then((it) => createCompile(ts, it));

servePage(async (question: CompilerQuestion): Promise<CompilerAnswer> => {
  const { declaration } = question;
  return 'type' in question
    ? { text: printTypes(ts, await compile, declaration, question.type) }
    : { notes: clientNotes(ts, await compile, declaration, question.code) };
});
