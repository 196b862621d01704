import { mistakeAt } from './mistake.ts';
import { parseExpression, parseList } from './parse-expression.ts';
import type { ImportSyntax, Statement } from './syntax.ts';
import { createTokenReader, describeToken, placeFrom, type TokenReader } from './token-reader.ts';
import { type Token, tokensOf } from './tokens.ts';

/**
 * Reads the statements of a declaration: imports, constants, and expressions.
 *
 * @throws {SyntaxError} If the text is not the part of TypeScript that the playground reads.
 */
export function parseDeclaration(source: string): readonly Statement[] {
  const reader = createTokenReader(tokensOf(source));
  const statements: Statement[] = [];
  while (reader.peek().kind !== 'end') {
    if (!reader.skip(';')) statements.push(parseStatement(reader));
  }
  return statements;
}

function parseStatement(reader: TokenReader): Statement {
  const { from } = reader.peek();
  if (reader.skip('import')) return parseImport(reader, from);
  const isExport = reader.skip('export');
  if (reader.skip('const')) {
    const name = takeNewName(reader);
    if (reader.isNext(':'))
      throw mistakeAt(reader.peek(), 'A constant must not have a type: the playground does not read types.');
    reader.expect('=', 'after the name of the constant');
    const value = parseExpression(reader);
    endStatement(reader);
    return { kind: 'constant', name: name.value, value, ...placeFrom(reader, from) };
  }
  if (isExport) reader.expect('default', 'or `const` after `export`');
  if (['let', 'var', 'type', 'interface', 'if', 'for'].some((word) => reader.isNext(word)))
    throw mistakeAt(
      reader.peek(),
      'The playground reads imports, constants, and `defineApi`. Use `const` for parts that you use several times.',
    );
  const value = parseExpression(reader);
  endStatement(reader);
  return { kind: 'expression', value, ...placeFrom(reader, from) };
}

/** A statement ends with a semicolon, or with its line: other statements begin with a word. */
function endStatement(reader: TokenReader): void {
  if (reader.skip(';')) return;
  const next = reader.peek();
  if (next.kind !== 'end' && next.kind !== 'name')
    throw mistakeAt(next, `Expected \`;\` or the next statement, but found ${describeToken(next)}.`);
}

function takeNewName(reader: TokenReader): Token {
  const token = reader.take();
  if (token.kind === 'name') return token;
  throw mistakeAt(token, `Expected a name, but found ${describeToken(token)}.`);
}

function parseImport(reader: TokenReader, from: number): ImportSyntax {
  const names: { readonly name: string; readonly place: Token }[] = [];
  const takeImported = (): void => {
    const place = takeNewName(reader);
    if (reader.isNext('as'))
      throw mistakeAt(reader.peek(), 'An import must not have another name: the playground does not read `as`.');
    names.push({ name: place.value, place });
  };
  if (reader.skip('*')) {
    reader.expect('as', 'after `*`');
    takeImported();
  } else {
    reader.expect('{', 'after `import`');
    parseList(reader, '}', takeImported);
  }
  reader.expect('from', 'after the names');
  const module = reader.take();
  if (module.kind !== 'text') throw mistakeAt(module, 'Expected the name of a module.');
  endStatement(reader);
  return { kind: 'import', names, module: module.value, ...placeFrom(reader, from) };
}
