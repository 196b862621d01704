/** The language service of TypeScript 5.9, which editors ask: with the declarations of the packages, as users have them. */
import { readFileSync } from 'node:fs';
import ts from 'typescript-5.9';
import type { Paths } from './declarations.ts';

export interface Editor {
  readonly service: ts.LanguageService;
  /** Replaces the text of a file, as typing does. */
  readonly write: (file: string, text: string) => void;
}

/** Opens files in an editor. Their strings can be given; other files are read once. */
export function openEditor(strings: ReadonlyMap<string, string>, folder: string, paths: Paths): Editor {
  const opened = new Map<string, { readonly text: string; readonly version: number }>(
    [...strings].map(([file, text]) => [file, { text, version: 1 }]),
  );
  const read = new Map<string, ts.IScriptSnapshot>();
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    paths: Object.fromEntries(Object.entries(paths).map(([name, files]) => [name, [...files]])),
  };
  const snapshotOf = (file: string): ts.IScriptSnapshot | undefined => {
    const text = opened.get(file)?.text;
    if (text !== undefined) return ts.ScriptSnapshot.fromString(text);
    if (!read.has(file) && ts.sys.fileExists(file)) {
      read.set(file, ts.ScriptSnapshot.fromString(readFileSync(file, 'utf8')));
    }
    return read.get(file);
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...opened.keys()],
    getScriptVersion: (file) => String(opened.get(file)?.version),
    getScriptSnapshot: snapshotOf,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => opened.has(file) || ts.sys.fileExists(file),
    readFile: (file) => opened.get(file)?.text ?? ts.sys.readFile(file),
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const write = (file: string, text: string): void => {
    opened.set(file, { text, version: (opened.get(file)?.version ?? 0) + 1 });
  };
  return { service, write };
}

/** Returns the messages of the errors in a file. */
export function messagesIn(service: ts.LanguageService, file: string): readonly string[] {
  return service.getSemanticDiagnostics(file).map((it) => ts.flattenDiagnosticMessageText(it.messageText, ' '));
}

/** Returns the text of a hover at a place. */
export function hoverAt(service: ts.LanguageService, file: string, at: number): string {
  const { displayParts = [] } = service.getQuickInfoAtPosition(file, at) ?? {};
  return displayParts.map((part) => part.text).join('');
}
