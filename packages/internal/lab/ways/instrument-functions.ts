/** Writes a call at the start of each function of a source, with the names of the file and of the function. */
import { type Node, parseSync, visitorKeys } from 'oxc-parser';

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The name of a function: its own, or that of what it is assigned to. A function without a name returns ''. */
function nameOf(node: Node, parents: readonly Node[], textOf: (node: Node) => string): string {
  const [parent, , owner] = parents;
  if ('id' in node && node.id) return textOf(node.id as Node);
  if (parent?.type === 'MethodDefinition' && parent.kind === 'constructor')
    return `${owner !== undefined && 'id' in owner && owner.id ? textOf(owner.id as Node) : ''}.new`;
  if (parent?.type === 'VariableDeclarator') return textOf(parent.id);
  return parent !== undefined && 'key' in parent ? textOf(parent.key as Node) : '';
}

/** Returns the source with a call of `$enterFunction` in each function. In constructors of derived classes, it is at the end: `super` must be first. */
export function instrumentFunctions(file: string, source: string): string {
  const insertions: Insertion[] = [];
  // The text of an identifier can end with a type.
  const textOf = (node: Node): string => (node.type === 'Identifier' ? node.name : source.slice(node.start, node.end));
  const visit = (node: Node, outer: string, parents: readonly Node[]): void => {
    let name = outer;
    const isFunction = /^(?:Arrow)?Function(?:Expression|Declaration)$/.test(node.type);
    if (isFunction && 'body' in node && node.body) {
      const own = nameOf(node, parents, textOf);
      name = own === '' ? `${outer}.λ` : outer === '' ? own : `${outer}.${own}`;
      const body = node.body as Node;
      const call = `$enterFunction(${JSON.stringify(file)},${JSON.stringify(name)})`;
      const owner = parents[2];
      const isDerived =
        own.endsWith('.new') && owner !== undefined && 'superClass' in owner && owner.superClass !== null;
      if (body.type !== 'BlockStatement')
        insertions.push({ at: body.start, text: `(${call},` }, { at: body.end, text: ')' });
      else if (isDerived) insertions.push({ at: body.end - 1, text: `;${call};` });
      else insertions.push({ at: body.start + 1, text: `${call};` });
    }
    for (const key of visitorKeys[node.type] ?? [])
      for (const child of [(node as unknown as Record<string, Node | readonly Node[] | null>)[key]].flat())
        if (child) visit(child, name, [node, ...parents.slice(0, 2)]);
  };
  visit(parseSync(file, source).program, '', []);
  let text = source;
  for (const { at, text: inserted } of insertions.sort((left, right) => right.at - left.at))
    text = text.slice(0, at) + inserted + text.slice(at);
  return text;
}
