import { type Expression, parseSync, type Span, type Statement, Visitor } from 'oxc-parser';
import { compareBoundaries, flipped } from './comparisons.ts';
import { applyReplacement, type Mutant, type Replacement } from './mutant.ts';

/**
 * Every mutant of a TypeScript source: a condition made constant, halved, flipped or no longer negated, a comparison with
 * the number beside, an early `return` or `continue` left out. Types do not have conditions of this kind and stay as they are.
 */
export function findMutants(file: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Replacement[] = [];
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  const replace = ({ start, end }: Span, text: string): number => found.push({ start, end, text });
  const constant = (test: Expression | null): void => {
    for (const text of test === null ? [] : ['true', 'false']) replace(test as Expression, text);
  };
  const bodies = new Set<unknown>();
  const leaveOut = (statements: readonly Statement[]): void => {
    for (const it of statements) {
      if (it.type === 'ReturnStatement' || it.type === 'ContinueStatement')
        replace(it, `/* ${textOf(it).replaceAll('*/', '* /')} */`);
    }
  };

  new Visitor({
    IfStatement: ({ test }) => constant(test),
    ConditionalExpression: ({ test }) => constant(test),
    WhileStatement: ({ test }) => constant(test),
    DoWhileStatement: ({ test }) => constant(test),
    ForStatement: ({ test }) => constant(test),
    LogicalExpression(node) {
      replace(node, textOf(node.left));
      // An object literal would be read as a block behind an arrow.
      replace(node, textOf(node.right).replace(/^\{.*\}$/s, '($&)'));
    },
    BinaryExpression(node) {
      const { left, operator, right } = node;
      const other = flipped(operator);
      if (other === undefined) return;
      const at = source.indexOf(operator, left.end);
      replace({ start: at, end: at + operator.length }, other);
      for (const { literal, value } of compareBoundaries(left, operator, right)) replace(literal, String(value));
    },
    UnaryExpression(node) {
      if (node.operator === '!') replace(node, textOf(node.argument));
    },
    FunctionDeclaration: ({ body }) => void bodies.add(body),
    FunctionExpression: ({ body }) => void bodies.add(body),
    ArrowFunctionExpression: ({ body }) => void bodies.add(body),
    // Where a return is all there is, `false` for the condition is the same; at the end of a function it is not early.
    BlockStatement: (node) => (node.body.length > 1 && !bodies.has(node) ? leaveOut(node.body) : undefined),
    SwitchCase: ({ consequent }) => leaveOut(consequent),
  }).visit(program);

  const mutants = found
    .sort((left, right) => left.start - right.start)
    .map((it) => applyReplacement(file, source, it))
    .filter((it) => it.text !== source);
  return [...new Map(mutants.map((it) => [it.text, it])).values()];
}

/** Returns each so-many-th mutant of a file, after the first `offset` mutants. */
export function sampleOf(mutants: readonly Mutant[], every: number, offset: number): readonly Mutant[] {
  return mutants.filter((_, position) => position % every === offset);
}
