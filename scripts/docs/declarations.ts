/** Reads the public exports of a package from its sources: signatures, doc comments, and the section of the entry point. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { readPackages } from '../workspace.ts';

export interface Declaration {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'value' | 'type';
  /** The declaration without bodies. */
  readonly signature: string;
  /** The doc comment without its delimiters; empty if there is none. */
  readonly comment: string;
  /** The comment line above the export in the entry point. */
  readonly section: string;
}

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the nodes of the parser have many shapes
  readonly [member: string]: any;
}

interface Module {
  readonly text: string;
  readonly body: readonly AstNode[];
  readonly comments: readonly (Pick<AstNode, 'type' | 'start' | 'end'> & { readonly value: string })[];
}

const modules = new Map<string, Module>();

function readModule(file: string): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const module: Module = { text, body: program.body as unknown as readonly AstNode[], comments };
  modules.set(file, module);
  return module;
}

/** Returns the doc comment that ends directly above a position. */
function commentAbove({ text, comments }: Module, start: number): string {
  const between = (end: number) =>
    text
      .slice(end, start)
      .replace(/\/\/[^\n]*|\/\*[^*][\s\S]*?\*\//g, '')
      .trim();
  const found = comments.findLast(({ type, value, end }) => type === 'Block' && value.startsWith('*') && end <= start);
  if (found === undefined || between(found.end) !== '') return '';
  return found.value
    .replace(/^\*/, '')
    .replace(/^[ \t]*\* ?/gm, '')
    .trim();
}

function kindOf(type: string): Declaration['kind'] {
  if (type === 'FunctionDeclaration' || type === 'TSDeclareFunction') return 'function';
  if (type === 'ClassDeclaration') return 'class';
  return type === 'VariableDeclaration' ? 'value' : 'type';
}

/** Returns a declaration as text, without the bodies of functions and methods and without values. */
function signatureOf(text: string, node: AstNode): string {
  if (node.type === 'FunctionDeclaration') return `${text.slice(node.start, node.body.start).trim()};`;
  if (node.type === 'VariableDeclaration') {
    const [{ id, init }] = node['declarations'];
    const isShort = init !== null && init.end - node.start < 100;
    return isShort ? text.slice(node.start, node.end) : `${text.slice(node.start, id.end)};`;
  }
  if (node.type !== 'ClassDeclaration') return text.slice(node.start, node.end);
  let position = node['body'].start + 1;
  let result = text.slice(node.start, position);
  for (const member of node['body'].body) {
    const start = position;
    position = member.end;
    // Omitted with the comment above it.
    if (member.key?.type === 'PrivateIdentifier') continue;
    const isValue = member.type === 'PropertyDefinition' && member.typeAnnotation && member.value;
    const end = isValue ? text.lastIndexOf('=', member.value.start) : (member.value?.body?.start ?? position);
    result += text.slice(start, end).trimEnd() + (end === position ? '' : ';');
  }
  return result + text.slice(position, node.end);
}

const nameOf = (node: AstNode): string => node['id']?.name ?? node['declarations']?.[0].id.name;

/** Returns the names in a type. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\b[A-Z]\w*/g));
}

const typeNodes: readonly string[] = ['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'ClassDeclaration'];

/** Returns the declaration of a type that a file declares or imports from a file beside it, and the module of the declaration. */
function typeIn(file: string, name: string): { readonly at: string; readonly node: AstNode } | undefined {
  for (const node of readModule(file).body) {
    const declared: AstNode = node['declaration'] ?? node;
    if (typeNodes.includes(declared.type) && nameOf(declared) === name) return { at: file, node: declared };
    if (node.type !== 'ImportDeclaration' || !node['source'].value.startsWith('.')) continue;
    const specifier = node['specifiers'].find((it: AstNode) => it['local'].name === name);
    if (specifier !== undefined) return typeIn(resolve(dirname(file), node['source'].value), specifier.imported.name);
  }
  return undefined;
}

/**
 * Returns a signature together with the interfaces that it is made of and that users cannot import: they contain the options. Follows
 * aliases. Omits what users can import, and what the page has shown.
 */
function withInterfaces(file: string, signature: string, shown: Set<string>): string {
  const names = [...namesIn(signature)].map((name) => [file, name] as const);
  const strings: string[] = [];
  const followed = new Set<string>();
  for (const [from, name] of names) {
    const { at, node } = typeIn(from, name) ?? {};
    if (at === undefined || node === undefined || followed.has(name) || shown.has(name)) continue;
    followed.add(name);
    // A class that users cannot import is an interface for them.
    const text = signatureOf(readModule(at).text, node).replace(/^class/, 'interface');
    const isShown = node.type !== 'TSTypeAliasDeclaration' || /^ *\/\*\*/m.test(text);
    // An alias without members of its own is followed in its own file only: others are mapped types of declarations.
    if (!isShown && at !== file) continue;
    names.push(...[...namesIn(text)].map((it) => [at, it] as const));
    if (!isShown) continue;
    shown.add(name);
    strings.push(text);
  }
  return [signature, ...strings].join('\n\n');
}

/** Returns the file that a module imports: of its package, or an entry point of another of ours. */
function fileOf(file: string, source: string): string {
  if (source.startsWith('.')) return resolve(dirname(file), source);
  const own = readPackages().find(({ name }) => source === name || source.startsWith(`${name}/`));
  if (own === undefined) throw new Error(`${file} exports a name of ${source}, which is not a package of ours.`);
  return resolve(own.folder, own.exports[`.${source.slice(own.name.length)}`] ?? '');
}

/** Finds the declaration of an export, through re-exports of other files. */
function find(file: string, name: string): (Omit<Declaration, 'section'> & { readonly file: string }) | undefined {
  const module = readModule(file);
  const overloads: AstNode[] = [];
  let comment = '';
  for (const node of module.body) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    const declared: AstNode | null = node['declaration'];
    if (declared !== null && nameOf(declared) === name) {
      comment ||= commentAbove(module, node.start);
      // Users call the overloads, and not the implementation below them.
      if (declared.type === 'TSDeclareFunction') overloads.push(declared);
      if (declared.type === 'TSDeclareFunction') continue;
      const signatures = (overloads.length > 0 ? overloads : [declared]).map((it) => signatureOf(module.text, it));
      return { name, kind: kindOf(declared.type), signature: signatures.join('\n'), comment, file };
    }
    const specifier = node['specifiers'].find((it: AstNode) => it['exported'].name === name);
    const source: string | undefined = node['source']?.value;
    if (specifier !== undefined && source !== undefined) {
      const found = find(fileOf(file, source), specifier.local.name);
      // A class of which only the type is exported is an interface for users.
      const isType = node['exportKind'] === 'type' || specifier['exportKind'] === 'type';
      if (found?.kind !== 'class' || !isType) return found;
      return { ...found, kind: 'type', signature: found.signature.replace(/^class/, 'interface') };
    }
  }
  return undefined;
}

/** Returns the names that a statement exports. */
function namesOf(node: AstNode): readonly string[] {
  if (node.type !== 'ExportNamedDeclaration') return [];
  if (node['declaration'] !== null) return [nameOf(node['declaration'])];
  return node['specifiers'].map((it: AstNode) => it['exported'].name);
}

/** Returns the names that an entry point exports. */
export const exportedNames = (entry: string): readonly string[] => readModule(entry).body.flatMap(namesOf);

/**
 * Returns the exports of an entry point in their order.
 *
 * @param shown The types that the reader knows: what users can import, and what the page has shown. Receives those of this entry point.
 * @throws {Error} If the declaration of an export is not found.
 */
export function declarationsOf(entry: string, shown: Set<string>): readonly Declaration[] {
  const { body, comments } = readModule(entry);
  return body.flatMap((node) => {
    const above = comments.findLast(({ type, start }) => type === 'Line' && start < node.start);
    const section = above?.value.trim() ?? 'Exports';
    return namesOf(node).map((name) => {
      const declaration = find(entry, name);
      if (declaration === undefined) throw new Error(`${entry} exports ${name}, which is not declared in the package.`);
      const { file, ...found } = declaration;
      return { ...found, name, section, signature: withInterfaces(file, found.signature, shown) };
    });
  });
}
