import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { member } from '../state/json.ts';
import type { Knowledge, KnownType } from '../state/knowledge.ts';

/** Returns the names of the objects and arrays around a place, from outside to inside. Elements of arrays have no name. */
function pathAt(state: EditorState, position: number): readonly string[] {
  const names: string[] = [];
  let node = syntaxTree(state).resolveInner(position, -1);
  for (let inner = node; node.parent !== null; node = node.parent) {
    if (node.name === 'Property') {
      const key = node.getChild('PropertyName');
      if (key !== null && inner.from > key.from) names.unshift(state.sliceDoc(key.from + 1, key.to - 1));
    }
    inner = node;
  }
  return names;
}

/** Returns the names or values that can stand at a place of a document. */
export function namesAt(
  state: EditorState,
  position: number,
  known: Knowledge,
  type: KnownType | undefined,
): readonly string[] {
  const path = pathAt(state, position).filter((name) => name !== 'atomic:operations');
  const last = path.at(-1);
  const fields = [...(type?.fields.values() ?? [])].filter(({ canWrite }) => canWrite);
  if (last === undefined) return ['data', 'meta', 'jsonapi', 'atomic:operations'];
  if (last === 'data' && path.length === 1) return ['type', 'id', 'lid', 'attributes', 'relationships', 'meta'];
  if (last === 'data') return ['type', 'id', 'lid', 'meta'];
  if (last === 'type') return typesAt(path, known, type);
  if (last === 'attributes') return fields.filter(({ kind }) => kind === 'attribute').map(({ name }) => name);
  if (last === 'relationships') return fields.filter(({ kind }) => kind !== 'attribute').map(({ name }) => name);
  if (path.at(-2) === 'relationships') return ['data', 'links', 'meta'];
  const values = path.at(-2) === 'attributes' ? member(type?.fields.get(last)?.schema, 'enum') : undefined;
  return Array.isArray(values) ? values.filter((it) => typeof it === 'string') : [];
}

function typesAt(path: readonly string[], known: Knowledge, type: KnownType | undefined): readonly string[] {
  const relationship = path[path.indexOf('relationships') + 1];
  const targets =
    path.includes('relationships') && relationship !== undefined ? type?.fields.get(relationship)?.targets : undefined;
  return targets ?? (type === undefined ? [...known.keys()] : [type.name]);
}
