/** What TypeScript says about the calls of a client, beside a declaration. Runs in a worker, and during the build. */
import type * as TypeScript from 'typescript-5.9';
import { functionNames } from '../playground/model/known-names.ts';

/** The declaration files that the compiler reads, by their paths. */
export interface CompilerFiles {
  readonly files: Readonly<Record<string, string>>;
  /** The files of imports that are not relative. */
  readonly modules: Readonly<Record<string, string>>;
}

/** What the compiler says about a line: the type of its expression, or why it is wrong. Lines begin with 0. */
export interface LineNote {
  readonly line: number;
  readonly text: string;
  readonly isError: boolean;
}

/** Returns the notes on the calls of a client of an API. */
export type CheckClient = (declaration: string, code: string) => readonly LineNote[];

const api = '/api.ts';
const client = '/client.ts';
const clientHead = "import { createClient } from '@linkage/client';\nimport type { api } from './api.ts';\n";
const apiHead = `import { ${functionNames.join(', ')} } from '@linkage/core';\nimport { z } from 'zod';\n`;

/** Creates the check over a compiler. It keeps what it has read, so that the second check is fast. */
export function createClientCheck(ts: typeof TypeScript, { files, modules }: CompilerFiles): CheckClient {
  const own = new Map<string, string>();
  let version = 0;
  const textOf = (path: string): string | undefined => own.get(path) ?? files[path];
  const options: TypeScript.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    lib: ['lib.es2023.d.ts'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  const resolve = (name: string, from: string): TypeScript.ResolvedModuleFull | undefined => {
    const base = new URL(name, `file://${from}`).pathname;
    const paths = name.startsWith('.')
      ? [base, base.replace(/\.[a-z]+$/, '.d.ts'), `${base}.d.ts`]
      : [modules[name] ?? ''];
    const found = paths.find((path) => textOf(path) !== undefined);
    if (found === undefined) return undefined;
    return { resolvedFileName: found, extension: found.endsWith('.d.ts') ? '.d.ts' : '.ts' };
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [api, client],
    getScriptVersion: (path) => (own.has(path) ? String(version) : '0'),
    getScriptSnapshot: (path) => {
      const text = textOf(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib.es2023.d.ts',
    fileExists: (path) => textOf(path) !== undefined,
    readFile: textOf,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({ resolvedModule: resolve(text, from) })),
  });
  return (declaration, code) => {
    version++;
    own.set(api, /^import /m.test(declaration) ? declaration : apiHead + declaration);
    own.set(client, clientHead + code);
    const program = service.getProgram();
    const source = program?.getSourceFile(client);
    if (program === undefined || source === undefined) return [];
    const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line - 2;
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    const notes = found.map(({ start = 0, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n');
      return { line: lineOf(start), text: text.at(-1)?.trim() ?? '', isError: true };
    });
    const wrong = new Set(notes.map(({ line }) => line));
    const checker = program.getTypeChecker();
    for (const statement of source.statements) {
      if (!ts.isExpressionStatement(statement) || !ts.isPropertyAccessExpression(statement.expression)) continue;
      const line = lineOf(statement.getStart(source));
      const text = checker.typeToString(checker.getTypeAtLocation(statement.expression));
      if (!wrong.has(line)) notes.push({ line, text, isError: false });
    }
    return notes;
  };
}
