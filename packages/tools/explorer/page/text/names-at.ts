import { jsonPathAt } from '@linkage/core/internal';
import { member } from '../state/json.ts';
import type { Knowledge, KnownType } from '../state/knowledge.ts';

const OPERATIONS = 'atomic:operations';
const operationNames: readonly string[] = ['op', 'ref', 'href', 'data', 'meta'];

/** Returns the names or values that can stand at a place of a document. */
export function namesAt(
  text: string,
  position: number,
  known: Knowledge,
  type: KnownType | undefined,
): readonly string[] {
  const [first, ...others] = jsonPathAt(text, position).filter((it) => typeof it === 'string');
  const isOperation = first === OPERATIONS;
  const path = first === undefined || isOperation ? others : [first, ...others];
  const last = path.at(-1);
  const fields = [...(type?.fields.values() ?? [])].filter(({ canWrite }) => canWrite);
  if (last === undefined) return isOperation ? operationNames : ['data', 'meta', 'jsonapi', OPERATIONS];
  if (path.at(-2) === 'attributes') {
    const values = member(type?.fields.get(last)?.schema, 'enum');
    return Array.isArray(values) ? values.filter((it) => typeof it === 'string') : [];
  }
  if (isOperation && last === 'op') return ['add', 'update', 'remove'];
  if (isOperation && last === 'ref') return ['type', 'id', 'lid', 'relationship'];
  if (last === 'data' && path.length === 1) return ['type', 'id', 'lid', 'attributes', 'relationships', 'meta'];
  if (last === 'data') return ['type', 'id', 'lid', 'meta'];
  if (last === 'type') return typesAt(path, known, type);
  if (last === 'attributes') return fields.filter(({ kind }) => kind === 'attribute').map(({ name }) => name);
  if (last === 'relationships') return fields.filter(({ kind }) => kind !== 'attribute').map(({ name }) => name);
  if (path.at(-2) === 'relationships') return ['data', 'links', 'meta'];
  return [];
}

function typesAt(path: readonly string[], known: Knowledge, type: KnownType | undefined): readonly string[] {
  const relationship = path[path.indexOf('relationships') + 1];
  const targets =
    path.includes('relationships') && relationship !== undefined ? type?.fields.get(relationship)?.targets : undefined;
  return targets ?? (type === undefined ? [...known.keys()] : [type.name]);
}
