import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** A place in a text. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolve']>;

/** The editor reads long texts in parts: wait for the rest for at most this number of milliseconds. */
const PARSE_LIMIT = 500;

/** Returns the place of a value in a JSON text, or of its nearest ancestor that exists. */
export function placeOf(state: EditorState, pointer: string): Place {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_LIMIT) ?? syntaxTree(state);
  let node: Node | null = tree.topNode.firstChild;
  let last = node;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    node = node === null ? null : childOf(state, node, name);
    if (node === null) break;
    last = node;
  }
  return last === null ? { from: 0, to: 0 } : { from: last.from, to: last.to };
}

function childOf(state: EditorState, node: Node, name: string): Node | null {
  if (node.name === 'Array') return valuesOf(node)[Number(name)] ?? null;
  for (const property of node.getChildren('Property')) {
    const key = property.getChild('PropertyName');
    if (key === null) continue;
    try {
      if (JSON.parse(state.sliceDoc(key.from, key.to)) === name) return property.lastChild;
    } catch {
      // A name that is not complete yet.
    }
  }
  return null;
}

function valuesOf(node: Node): readonly Node[] {
  const values: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (/^(?:Object|Array|String|Number|True|False|Null)$/.test(child.name)) values.push(child);
  }
  return values;
}
