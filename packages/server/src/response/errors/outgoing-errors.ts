import type { ErrorObject, Extension } from '@linkage/core';
import {
  errorObjectIssues,
  errorStatusOf,
  isObject,
  memberOf,
  type OutgoingErrors,
  origin,
  originOf,
} from '@linkage/core/internal';

/** An error object from which members can still be removed. */
type Draft = Record<string, unknown>;

/** All members that an error object can contain. The server never sends other properties of a thrown object. */
const members = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'] as const;

const textMembers: ReadonlySet<string> = new Set(['id', 'status', 'code', 'title', 'detail']);

/**
 * Returns a member as JSON would contain it, with numbers as strings if a string is required. Returns undefined if JSON
 * would omit it.
 */
function readMember(error: Draft, member: string, where: string, problems: string[]): unknown {
  try {
    const value = memberOf(error, member);
    if (value === undefined) return undefined;
    if (textMembers.has(member) && (typeof value === 'bigint' || Number.isFinite(value))) {
      problems.push(`${where} must be a string, but it is ${value}.`);
      return String(value);
    }
    // Check the JSON text, because the client receives the text.
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return JSON.parse(text);
  } catch {
    // A getter or a `toJSON` method throws, or JSON cannot represent the value, for example a bigint.
  }
  problems.push(`${where} must be a JSON value.`);
  return undefined;
}

/** Returns the members of these extensions in an error object. */
function extensionNames(error: Draft, extensions: readonly Extension[]): readonly string[] {
  const namespaces = new Set(extensions.map(({ namespace }) => namespace));
  return Object.keys(error).filter((name) => name.includes(':') && namespaces.has(name.split(':', 1)[0]));
}

function readError(error: Draft, extensions: readonly Extension[], where: string, problems: string[]): Draft {
  const names = [...members, ...extensionNames(error, extensions)];
  const entries = names.map((member) => [member, readMember(error, member, `${where}/${member}`, problems)] as const);
  // The status comes first, as in error objects that `errorObject` creates.
  return { status: undefined, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}

/** Sets the status of an error object if it is missing or not the status of an HTTP error. */
function repairStatus(error: Draft, status: number, where: string, problems: string[]): void {
  if (error.status !== undefined && errorStatusOf(error.status) === undefined) {
    problems.push(`${where}/status must be the status of an HTTP error, 400 to 599.`);
  }
  error.status = errorStatusOf(error.status) ?? String(status);
}

/**
 * Removes the value at a pointer, or the link or source member that contains it. Returns whether a value was removed.
 */
function removeAt(errors: readonly Draft[], pointer: string): boolean {
  const path = pointer.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [, , index, member, name] = path;
  const error = errors[Number(index)];
  if (error === undefined || member === undefined || !Object.hasOwn(error, member)) return false;
  const value = error[member];
  if (name === undefined || !isObject(value)) return Reflect.deleteProperty(error, member);
  Reflect.deleteProperty(value, name);
  if (Object.keys(value).length === 0) Reflect.deleteProperty(error, member);
  return true;
}

/** Removes each value that the validator reports until no issue is left. Returns whether that succeeds. */
function repair(errors: readonly Draft[], extensions: readonly Extension[], problems: string[]): boolean {
  while (true) {
    const issues = errorObjectIssues(errors, undefined, extensions);
    // Of two issues at one value, the first removes it.
    const repaired = issues.filter(({ pointer }) => removeAt(errors, pointer));
    if (repaired.length === 0) return issues.length === 0;
    problems.push(...repaired.map(({ pointer, message, rule }) => `${pointer}: ${message} (rule ${rule})`));
  }
}

/** Deeply freezes a JSON value: hooks of the application receive it. */
function freezeAll(value: unknown): void {
  const waiting: unknown[] = [value];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at !== 'object' || at === null) continue;
    for (const member of Object.values(Object.freeze(at))) waiting.push(member);
  }
}

/**
 * Creates valid error objects from the errors of a `JsonApiError`. Another copy of the library or untyped code can have
 * created them. Numbers become strings if a string is required; invalid and unknown members are removed. An error
 * object without the status of an HTTP error receives `status`. The result is empty if `errors` contains no error
 * object.
 *
 * @param extensions The extensions that apply to the response. Their members are kept.
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function outgoingErrors(
  errors: readonly unknown[],
  status: number,
  extensions: readonly Extension[] = [],
): OutgoingErrors {
  const problems: string[] = [];
  const drafts: Draft[] = [];
  for (const error of errors) {
    if (!isObject(error)) {
      problems.push('Each error must be an object.');
      continue;
    }
    // Pointers refer to the document of the response.
    const where = `/errors/${drafts.length}`;
    const draft = readError(error, extensions, where, problems);
    repairStatus(draft, status, where, problems);
    drafts.push({ ...draft, [origin]: originOf(error) } as Draft);
  }
  if (drafts.length === 0 || !repair(drafts, extensions, problems)) return { errors: [], problems };
  freezeAll(drafts);
  return { errors: drafts as readonly ErrorObject[], problems };
}
