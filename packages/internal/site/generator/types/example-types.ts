/** The types of the names in docs/examples, as an editor shows them. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../../../../scripts/workspace.ts';

type Compiler = typeof import('typescript-5.7');
type LanguageService = ReturnType<Compiler['createLanguageService']>;

/** A name in a file, and its type. Lines and columns begin with 0. */
export interface TypedName {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly text: string;
}

/** The maximum length of a type. Longer types help no reader. */
const MAX_TEXT = 600;

/** Returns a string without its type arguments: `Map<string, number>` becomes `Map`. The arrow of a function is not a bracket. */
function withoutTypeArguments(type: string): string {
  let depth = 0;
  let short = '';
  for (const [position, character] of [...type].entries()) {
    if (character === '<') depth++;
    if (depth === 0) short += character;
    if (character === '>' && depth > 0 && type[position - 1] !== '=') depth--;
  }
  return short;
}

/**
 * Returns a type as a reader needs it. Of a function with type parameters, those are left out: the parameters and the result say what
 * to pass.
 */
function shortType(type: string): string {
  const isGeneric = /^(?:function |\(method\) |\(property\) )?[\w.]+</.test(type);
  const short = isGeneric ? withoutTypeArguments(type) : type;
  return short.length > MAX_TEXT ? `${short.slice(0, MAX_TEXT)} …` : short;
}

let service: { readonly compiler: Compiler; readonly language: LanguageService } | undefined;

/** Starts the compiler once. TypeScript 7 does not have an API for it. */
function startCompiler(): NonNullable<typeof service> {
  const compiler: Compiler = createRequire(import.meta.url)('typescript-5.7');
  const { sys } = compiler;
  const { config } = compiler.readConfigFile(join(root, 'tsconfig.json'), sys.readFile);
  const { options } = compiler.parseJsonConfigFileContent({ ...config, include: [], files: [] }, sys, root);
  const files = globSync('docs/examples/**/*.ts', { cwd: root }).map((file) => join(root, file));
  const language = compiler.createLanguageService({
    getScriptFileNames: () => files,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) =>
      existsSync(file) ? compiler.ScriptSnapshot.fromString(readFileSync(file, 'utf8')) : undefined,
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: compiler.getDefaultLibFilePath,
    fileExists: sys.fileExists,
    readFile: sys.readFile,
    directoryExists: sys.directoryExists,
    getDirectories: sys.getDirectories,
    ...(sys.realpath && { realpath: sys.realpath }),
  });
  return { compiler, language };
}

/** Returns the first sentence of a description, and below it the type of a name without the notes of editors. */
export function hintOf(type: string, description: string): string {
  const short = shortType(type.replace(/^\(alias\) /, '').replace(/\nimport .*$/s, ''));
  const sentence = /^[\s\S]*?\.(?=\s|$)/.exec(description)?.[0] ?? description;
  return sentence === '' ? short : `${sentence.replaceAll(/\s*\n\s*/g, ' ')}\n\n${short}`;
}

function computeTypes(file: string): readonly TypedName[] {
  service ??= startCompiler();
  const { compiler, language } = service;
  const path = join(root, file);
  const source = language.getProgram()?.getSourceFile(path);
  if (source === undefined) return [];
  const names: TypedName[] = [];
  const visit = (node: import('typescript-5.7').Node): void => {
    if (compiler.isIdentifier(node)) {
      const start = node.getStart(source);
      const info = language.getQuickInfoAtPosition(path, start);
      if (info !== undefined) {
        const text = hintOf(
          compiler.displayPartsToString(info.displayParts),
          compiler.displayPartsToString(info.documentation),
        );
        const { line, character } = source.getLineAndCharacterOfPosition(start);
        names.push({ line, column: character, length: node.getEnd() - start, text });
      }
    }
    compiler.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

let cacheFolder: string | undefined;

/** Returns the folder of the types for the code as it is now. The compiler needs a minute for all examples. */
function findCache(): string {
  const hash = createHash('sha256').update(`${MAX_TEXT}${computeTypes}${hintOf}${shortType}${withoutTypeArguments}`);
  const files = globSync(
    ['docs/examples/**/*.ts', 'packages/{*,*/*}/src/**/*.ts', 'pnpm-lock.yaml', 'tsconfig*.json'],
    {
      cwd: root,
    },
  );
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)));
  const folder = join(root, '.cache/site-types', hash.digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Returns the names of an example with their types, in the order of the file. */
export function typedNamesOf(file: string): readonly TypedName[] {
  cacheFolder ??= findCache();
  const cached = join(cacheFolder, `${file.replaceAll('/', '__')}.json`);
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8'));
  const names = computeTypes(file);
  writeFileSync(cached, JSON.stringify(names));
  return names;
}
