/** Programs of the compiler over a declaration. They run in a worker, and during the build. */
import type * as TypeScript from 'typescript-5.9';
import { apiModule } from '../playground/model/api-module.ts';

/** The declaration files that the compiler reads, by their paths. */
export interface CompilerFiles {
  readonly files: Readonly<Record<string, string>>;
  /** The files of imports that are not relative. */
  readonly modules: Readonly<Record<string, string>>;
}

/** A file beside a declaration, in a program of both. */
interface Compiled {
  readonly program: TypeScript.Program;
  readonly source: TypeScript.SourceFile;
}

/** Returns a program of a declaration, and of code that imports its API from `./api.ts`. */
export type Compile = (declaration: string, code: string) => Compiled;

const api = '/api.ts';
const beside = '/beside.ts';

/** Creates the function over a compiler. It keeps what it has read, so that the second program is fast. */
export function createCompile(ts: typeof TypeScript, { files, modules }: CompilerFiles): Compile {
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
    getScriptFileNames: () => [api, beside],
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
    own.set(api, apiModule(declaration)?.text ?? declaration);
    own.set(beside, code);
    const program = service.getProgram() as TypeScript.Program;
    return { program, source: program.getSourceFile(beside) as TypeScript.SourceFile };
  };
}
