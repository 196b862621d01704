/** Finds the effects of loading a module: bundlers keep each, unless it is marked as pure or clearly without effects. */
import type { Declaration, Directive, Expression, Node, Program, Statement, VariableDeclarator } from 'oxc-parser';

/** An effect at the top of a module: a bundler that drops it would change the program, so a module must not have it. */
export interface Effect {
  readonly start: number;
  readonly reason: string;
}

/** Methods that change the value they belong to. A call at the top of a module could fill a registry with them. */
const changing: ReadonlySet<string> = new Set(
  'add append assign clear defineProperties defineProperty delete fill pop push reverse set setPrototypeOf shift sort splice unshift'.split(
    ' ',
  ),
);

/** Returns the variables that the top of a module declares, in their order. */
export function declarators({ body }: Program): readonly VariableDeclarator[] {
  return body.map(declared).flatMap((it) => (it?.type === 'VariableDeclaration' ? it.declarations : []));
}

/** Returns whether every bundler sees that an expression has no effects, so that it needs no mark. */
export function isInert(node: Expression): boolean {
  switch (node.type) {
    case 'Literal':
    case 'Identifier':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    // The declaration of a class can run code, which is an effect.
    case 'ClassExpression':
      return true;
    case 'TemplateLiteral':
      return node.expressions.length === 0;
    case 'UnaryExpression':
      return ['!', 'typeof', 'void'].includes(node.operator) ? isInert(node.argument) : isNumber(node);
    case 'BinaryExpression':
      return isNumber(node);
    case 'ArrayExpression':
      return node.elements.every((it) => it !== null && it.type !== 'SpreadElement' && isInert(it));
    case 'ObjectExpression':
      return node.properties.every((it) => {
        if (it.type === 'SpreadElement' || it.computed) return false;
        // Bundlers take it for a call of a setter.
        if (it.key.type === 'Identifier' && it.key.name === '__proto__') return false;
        return isInert(it.value as Expression);
      });
    default:
      return false;
  }
}

function isNumber(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number';
  if (node.type === 'UnaryExpression') return node.operator === '-' && isNumber(node.argument);
  return node.type === 'BinaryExpression' && isNumber(node.left) && isNumber(node.right);
}

/** Returns the effects at the top of a module: what runs there and is not the value of a variable that can be marked. */
export function effectsOf(program: Program): readonly Effect[] {
  return [...program.body.flatMap(effectsOfStatement), ...effectsOfCalls(program)];
}

/** Returns where functions of the module that run when it is loaded change its variables: a registry, for example. */
function effectsOfCalls(program: Program): readonly Effect[] {
  const functions = new Map<string, Node>();
  const variables = new Set<string>();
  for (const it of program.body.map(declared))
    if (it?.type === 'FunctionDeclaration') functions.set(it.id?.name ?? '', it);
  for (const { id, init } of declarators(program)) {
    if (id.type !== 'Identifier' || init === null) continue;
    if (isFunction(init)) functions.set(id.name, init);
    else variables.add(id.name);
  }
  const called = new Set<Node>();
  const follow = (node: Node): void => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const found = node.callee.type === 'Identifier' ? functions.get(node.callee.name) : node.callee;
    if (found !== undefined && isFunction(found)) called.add(found);
  };
  for (const { init } of declarators(program)) if (init !== null) for (const node of running(init)) follow(node);
  const effects: Effect[] = [];
  for (const it of called) {
    for (const node of within(it)) {
      follow(node);
      const changed = changedBy(node);
      if (changed?.type !== 'Identifier' || !variables.has(changed.name)) continue;
      effects.push({ start: node.start, reason: `\`${changed.name}\` changes when the module is loaded.` });
    }
  }
  return effects;
}

function effectsOfStatement(statement: Directive | Statement): readonly Effect[] {
  const { start, type } = statement;
  if (type === 'ImportDeclaration') {
    const isBare = statement.specifiers.length === 0;
    return isBare ? [{ start, reason: 'An import without names runs a module for its effects.' }] : [];
  }
  if (type === 'ExportNamedDeclaration' && statement.declaration === null) return [];
  const declaration = declared(statement);
  switch (declaration?.type) {
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(effectsOfVariable);
    case 'ClassDeclaration':
      return [...running(declaration)].flatMap(effectOf);
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return [];
    case 'TSModuleDeclaration':
      // `declare global` has types alone.
      return declaration.declare === true ? [] : [{ start, reason: 'A namespace with values is an effect.' }];
    default:
      return [{ start, reason: 'Only declarations can be dropped: this statement is an effect.' }];
  }
}

function declared(statement: Directive | Statement): Declaration | Directive | Statement | null {
  return statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
}

function effectsOfVariable({ id, init, start }: VariableDeclarator): readonly Effect[] {
  const effects = init === null ? [] : [...running(init)].flatMap(effectOf);
  if (id.type === 'Identifier') return effects;
  return [{ start, reason: 'A pattern reads a value: declare a variable for each.' }, ...effects];
}

function effectOf(node: Node): readonly Effect[] {
  const { start, type } = node;
  if (type === 'AssignmentExpression' || type === 'UpdateExpression') {
    return [{ start, reason: 'An assignment is an effect.' }];
  }
  if (type === 'AwaitExpression') return [{ start, reason: 'A module that waits cannot be dropped, or required.' }];
  if (type === 'ImportExpression')
    return [{ start, reason: 'A module is loaded when it is needed, or by a declaration.' }];
  if (type === 'UnaryExpression' && node.operator === 'delete') return [{ start, reason: '`delete` is an effect.' }];
  const isRunStatic = type === 'PropertyDefinition' && node.static && node.value !== null && !isInert(node.value);
  if (isRunStatic || type === 'StaticBlock') {
    return [{ start, reason: 'Bundlers keep a class that runs something: declare a variable.' }];
  }
  const changed = changedBy(node)?.type;
  if (changed !== 'Identifier' && changed !== 'MemberExpression') return [];
  return [{ start, reason: 'This call changes a value that another declaration made.' }];
}

/** Returns what an assignment, or a call of a method that changes its value, changes. */
function changedBy(node: Node): Node | undefined {
  if (node.type === 'AssignmentExpression') return node.left;
  if (node.type === 'UpdateExpression') return node.argument;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  if (property.type !== 'Identifier' || !changing.has(property.name)) return undefined;
  return object.type === 'Identifier' && object.name === 'Object' ? node.arguments[0] : object;
}

/** Every node that runs when the given one does: not the bodies of functions, nor what instances of a class run. */
function* running(node: Node): Generator<Node> {
  yield node;
  if (isFunction(node)) return;
  if (node.type === 'PropertyDefinition' && !node.static) {
    if (node.computed) yield* running(node.key);
    return;
  }
  for (const child of children(node)) yield* running(child);
}

function* within(node: Node): Generator<Node> {
  yield node;
  for (const child of children(node)) yield* within(child);
}

function children(node: Node): readonly Node[] {
  return Object.values(node)
    .flatMap((it: unknown) => it)
    .filter(isNode);
}

function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
