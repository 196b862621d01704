import { type ValidateOptions, type ValidationIssue, validateDocument } from '@linkage/core';
import { isObject, type Json, listOf, show } from '../json.ts';
import { isJsonApi } from '../target/exchange.ts';
import { markedDocument } from './marked.ts';
import type { Subject } from './subject.ts';

/** The result of a check. */
export interface Check {
  readonly pass: boolean;
  /** Why it failed, or for `.not`, why it passed. */
  readonly message: string;
}

/** The members that a resource must have. Other attributes are not compared. */
export interface ResourceExpectation {
  readonly type: string;
  readonly id?: string | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** The members that an error object must have. */
export interface ErrorExpectation {
  readonly status?: string | number | undefined;
  readonly code?: string | undefined;
  readonly pointer?: string | undefined;
  readonly parameter?: string | undefined;
  readonly header?: string | undefined;
}

function issuesOf({ document }: Subject, options: ValidateOptions): readonly ValidationIssue[] {
  return validateDocument(document, options).issues ?? [];
}

function notesOf(issues: readonly ValidationIssue[]): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  for (const { pointer, rule, message } of issues) {
    notes.set(pointer, [...(notes.has(pointer) ? [notes.get(pointer)] : []), `${rule}: ${message}`].join(' '));
  }
  return notes;
}

function mediaTypeProblem({ contentType, document }: Subject): string | undefined {
  if (contentType === undefined || document === undefined) return undefined;
  if (isJsonApi(contentType)) return undefined;
  return `The Content-Type must be application/vnd.api+json, but it is "${contentType}".`;
}

/** Returns a hint if a member of an extension breaks a rule, and no extension is known. */
function extensionHint(issues: readonly ValidationIssue[], { extensions = [] }: ValidateOptions): string {
  const names = extensions.length > 0 ? [] : issues.map(({ pointer }) => pointer.slice(pointer.lastIndexOf('/') + 1));
  const name = names.find((it) => it.includes(':') && !it.startsWith('@'));
  if (name === undefined) return '';
  const [namespace] = name.split(':');
  const option = namespace === 'atomic' ? '[atomicExtension]` with the export of `@linkage/core/atomic' : '[…]';
  return `\n\n\`${name}\` looks like a member of an extension. Pass the extensions of the document: \`extensions: ${option}\`.`;
}

/** Whether a document obeys every rule. A response without a body does. */
export function checkConform(subject: Subject, options: ValidateOptions = {}): Check {
  if (subject.document === undefined && subject.status !== undefined) {
    return { pass: true, message: 'The response has no document, so it breaks no rule.' };
  }
  const problem = mediaTypeProblem(subject);
  const issues = issuesOf(subject, options);
  const count = issues.length === 1 ? '1 rule' : `rules in ${issues.length} places`;
  const broken = `The document breaks ${count}:\n\n${markedDocument(subject.document, notesOf(issues))}${extensionHint(issues, options)}`;
  const found = [...(problem === undefined ? [] : [problem]), ...(issues.length === 0 ? [] : [broken])];
  const pass = found.length === 0;
  return { pass, message: pass ? 'The document obeys every rule, but it should break one.' : found.join('\n\n') };
}

/** Whether a document breaks a rule, at a pointer if one is given. */
export function checkViolate(subject: Subject, rule: string, pointer?: string, options: ValidateOptions = {}): Check {
  const issues = issuesOf(subject, { level: 'should', ...options });
  const pass = issues.some((issue) => issue.rule === rule && (pointer === undefined || issue.pointer === pointer));
  const where = pointer === undefined ? '' : ` at ${show(pointer)}`;
  const found =
    issues.length === 0 ? 'it breaks no rule' : `it breaks ${[...new Set(issues.map((it) => it.rule))].join(', ')}`;
  const text = markedDocument(subject.document, notesOf(issues));
  return {
    pass,
    message: `The document must ${pass ? 'not ' : ''}break "${rule}"${where}, but ${pass ? 'it does' : found}:\n\n${text}`,
  };
}

/** Whether all members of one value are in another, at every depth; arrays are compared as a whole. */
function contains(value: Json, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((each, index) => contains(value[index], each))
    );
  }
  if (!isObject(wanted)) return Object.is(value, wanted);
  return isObject(value) && Object.entries(wanted).every(([name, each]) => contains(value[name], each));
}

/** Whether a resource is in the primary data or in `included`. */
export function checkResource({ document }: Subject, wanted: ResourceExpectation): Check {
  const all = [
    ...listOf(document?.data).map(
      (it, index) => [Array.isArray(document.data) ? `/data/${index}` : '/data', it] as const,
    ),
    ...listOf(document?.included).map((it, index) => [`/included/${index}`, it] as const),
  ];
  const pass = all.some(([, resource]) => contains(resource, wanted));
  const near = all.filter(([, it]) => it?.type === wanted.type && (wanted.id === undefined || it?.id === wanted.id));
  const notes = new Map(near.map(([pointer]) => [pointer, pass ? 'found' : 'differs'] as const));
  const message = `The document must ${pass ? 'not ' : ''}contain the resource ${show(wanted)}:\n\n${markedDocument(document, notes)}`;
  return { pass, message };
}

/** Whether a relationship of the primary data names a resource; `null` for an empty to-one relationship. */
export function checkRelated(
  { document }: Subject,
  relationship: string,
  wanted:
    | { readonly type: string; readonly id: string }
    | null
    | readonly { readonly type: string; readonly id: string }[],
): Check {
  const linkages = listOf(document?.data).map((it, index) => {
    const pointer = Array.isArray(document.data) ? `/data/${index}` : '/data';
    return [`${pointer}/relationships/${relationship}`, it?.relationships?.[relationship]?.data] as const;
  });
  const has = (data: Json, each: Json): boolean =>
    listOf(data).some((it) => it?.type === each.type && it?.id === each.id);
  const fits = (data: Json): boolean => {
    if (wanted === null) return data === null;
    if (Array.isArray(wanted)) return listOf(data).length === wanted.length && wanted.every((each) => has(data, each));
    return has(data, wanted);
  };
  const pass = linkages.some(([, data]) => data !== undefined && fits(data));
  const notes = new Map(
    linkages.map(([pointer, data]) => [pointer, data === undefined ? 'no linkage' : 'linkage'] as const),
  );
  const message = `"${relationship}" must ${pass ? 'not ' : ''}name ${show(wanted)}:\n\n${markedDocument(document, notes)}`;
  return { pass, message };
}

/** Whether a document has an error object with these members. */
export function checkError({ document, status }: Subject, wanted: ErrorExpectation): Check {
  const errors = listOf(document?.errors);
  const isFit = (error: Json): boolean =>
    (wanted.status === undefined || String(error?.status ?? status) === String(wanted.status)) &&
    (wanted.code === undefined || error?.code === wanted.code) &&
    (['pointer', 'parameter', 'header'] as const).every(
      (name) => wanted[name] === undefined || error?.source?.[name] === wanted[name],
    );
  const pass = errors.some(isFit);
  const notes = new Map(errors.map((error, index) => [`/errors/${index}`, isFit(error) ? 'fits' : 'differs'] as const));
  return {
    pass,
    message: `The document must ${pass ? 'not ' : ''}contain the error ${show(wanted)}:\n\n${markedDocument(document, notes)}`,
  };
}
