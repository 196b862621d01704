/** The types and mistakes that TypeScript finds in calls of a client, beside a declaration. */
import type * as TypeScript from 'typescript-5.9';
import type { Compile } from './compile.ts';

/** The result of the compiler for a line: the type of its expression, or why it is wrong. Lines begin with 0. */
export interface LineNote {
  readonly line: number;
  readonly text: string;
  readonly isError: boolean;
}

const head = "import { createClient } from '@linkage/client';\nimport type { api } from './api.ts';\n";

/** Returns the notes on the calls of a client of an API. */
export function clientNotes(
  ts: typeof TypeScript,
  compile: Compile,
  declaration: string,
  code: string,
): readonly LineNote[] {
  const { program, source } = compile(declaration, head + code);
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
}
