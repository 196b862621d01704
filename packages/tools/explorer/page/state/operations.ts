import type { Address } from './address.ts';
import { arrayAt, errorsOf, isObject, type Json, type JsonObject, member, parseJson, textOf, toText } from './json.ts';
import { collectionAt, type Knowledge } from './knowledge.ts';
import { decode, parseTarget } from './query.ts';
import type { Answer } from './send.ts';
import type { Issue } from './validate.ts';
import type { Base } from './versions.ts';

/** A change that the user collects, to send it with others as one request. */
export interface Collected {
  /** Identifies the change in the list, also after it has moved. */
  readonly key: number;
  readonly address: Address;
  readonly operation: JsonObject;
  /** The text of the request document, from which the user can go on. */
  readonly body: string;
  /** The tag of the version that the user has read. */
  readonly ifMatch: string | undefined;
  /** The version from which the text of the document begins. */
  readonly base?: Base | undefined;
  /** What the user should know before the change is sent. */
  readonly note?: string;
}

/** The outcome of an operation in the last response. */
export interface Outcome {
  readonly result?: Json;
  readonly errors: readonly JsonObject[];
}

const ops = { POST: 'add', PATCH: 'update', DELETE: 'remove' } as const;

/**
 * Returns the operation that does the same as a request.
 *
 * @param api The absolute URL of the API, without a slash at the end.
 * @throws {Error} If the request cannot be an operation.
 */
export function operationOf(known: Knowledge, api: string, { method, target }: Address, body: string): JsonObject {
  if (method === 'GET') throw new Error('Only a change can be an operation.');
  const { path, parameters } = parseTarget(target);
  if (parameters.length > 0) throw new Error('An operation cannot have query parameters. Remove them from the path.');
  const data = dataOf(body, method);
  const op = ops[method];
  const place = collectionAt(known, path);
  const [id, keyword, relationship, ...more] = (place?.rest ?? []).map(decode);
  const isRelationship = keyword === 'relationships' && relationship !== undefined;
  const withData = data === undefined ? {} : { data };
  if (place === undefined || more.length > 0 || (keyword !== undefined && !isRelationship)) {
    // The page does not know the type of the URL, so the URL is the target.
    return { op, href: new URL(api).pathname.replace(/\/$/, '') + path, ...withData };
  }
  if (id === undefined) {
    if (op !== 'add') throw new Error(`The path of a ${method} request must contain the id of a resource.`);
    return { op, ...withData };
  }
  const ref = { type: place.type.name, id, ...(isRelationship && { relationship }) };
  if (!isRelationship && op === 'add') throw new Error('The path of a new resource must be that of a collection.');
  return { op, ref, ...(op !== 'remove' || isRelationship ? withData : {}) };
}

function dataOf(body: string, method: string): Json | undefined {
  if (body.trim() === '' && method === 'DELETE') return undefined;
  const document = parseJson(body);
  if (!isObject(document)) throw new Error('The document must be a JSON object.');
  if (member(document, 'atomic:operations') !== undefined)
    throw new Error('The document contains operations already: send it as it is.');
  const data = member(document, 'data');
  if (data === undefined) throw new Error('The document must have `data`.');
  return data;
}

/**
 * Returns the document of all changes. The first change of a resource has the condition of the version that the user has
 * read; the changes after it apply to the version that the first one results in.
 */
export function operationsDocument(list: readonly Collected[], hasConditions: boolean): string {
  const changed = new Set<string>();
  const operations = list.map(({ operation, address, ifMatch }) => {
    const { path } = parseTarget(address.target);
    const isFirst = !changed.has(path);
    changed.add(path);
    return hasConditions && isFirst && ifMatch !== undefined ? { ...operation, meta: { ifMatch } } : operation;
  });
  return toText({ 'atomic:operations': operations });
}

/** Returns the index of the operation at a JSON Pointer, and the pointer inside of the operation. */
export function placeInOperations(pointer: string): { readonly index: number; readonly pointer: string } | undefined {
  const [, index, rest = ''] = /^\/atomic:operations\/(0|[1-9]\d{0,5})(\/.*)?$/s.exec(pointer) ?? [];
  return index === undefined ? undefined : { index: Number(index), pointer: rest };
}

/** Returns the issues of each operation of the document, and those of the document itself at the end. */
export function issuesByOperation(issues: readonly Issue[], count: number): readonly (readonly Issue[])[] {
  const lists: Issue[][] = Array.from({ length: count + 1 }, () => []);
  for (const issue of issues) {
    const { index, pointer } = placeInOperations(issue.pointer) ?? { index: count, pointer: issue.pointer };
    if (index < count) lists[index]?.push({ ...issue, pointer });
    else lists[count]?.push(issue);
  }
  return lists;
}

/** Returns the outcome of each operation in a response, and the errors of no single operation at the end. */
export function outcomesOf({ document }: Answer, count: number): readonly Outcome[] {
  const results = arrayAt(document, 'atomic:results').slice(0, count);
  const lists: JsonObject[][] = Array.from({ length: count + 1 }, () => []);
  for (const error of errorsOf(document)) {
    const { index = count } = placeInOperations(textOf(member(member(error, 'source'), 'pointer'))) ?? {};
    lists[Math.min(index, count)]?.push(error);
  }
  return lists.map((errors, index) => ({ errors, ...(results[index] !== undefined && { result: results[index] }) }));
}

/** Returns the line that describes an operation: `update articles 1`. */
export function summaryOf({ operation }: Collected): string {
  const ref = member(operation, 'ref');
  const data = member(operation, 'data');
  const relationship = member(ref, 'relationship');
  const identity = ref ?? data;
  const id = member(identity, 'id') ?? member(identity, 'lid');
  const target = [member(identity, 'type'), id, relationship].filter((it) => it !== undefined).map(textOf);
  const href = member(operation, 'href');
  return [textOf(operation['op']), ...(href === undefined ? target : [textOf(href)])].join(' ');
}
