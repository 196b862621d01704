import { type Profile, readResponseContentType, type ValidationIssue, validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import { isObject, type Json, listOf } from '../json.ts';
import { type Exchange, isJsonApi, type ReceivedResponse, type SentRequest, shortened } from '../target/exchange.ts';
import { type Need, neededBy, needs } from './rule-needs.ts';

/** The first issue of a rule, with the exchange that it was found in. */
export interface FoundIssue {
  readonly issue: ValidationIssue;
  readonly exchange: Exchange;
}

/** The issues that the rules about documents find in the responses of a run. Each document is judged when it comes, and is not kept. */
export interface Documents {
  readonly note: (exchange: Exchange) => void;
  /** The first issue of a rule; undefined if there is none. */
  readonly issueOf: (rule: string) => FoundIssue | undefined;
  /** Whether a document contained what the rule is about. */
  readonly hasSubjectOf: (rule: string) => boolean;
}

const bare = (uri: string): string => uri.replace(/\/$/, '');

function profilesOf(uris: readonly string[]): readonly Profile[] {
  return uris.some((uri) => bare(uri) === bare(cursorProfile.uri)) ? [cursorProfile] : [];
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a URL is the recommended one of a relationship, whose primary data is linkage. */
function isRelationshipUrl(url: string): boolean {
  return /\/relationships\/[^/?]+\/?(\?|$)/.test(url);
}

/** Whether primary data can be linkage as well as resources, which may have no fields. Any URL can be that of a relationship. */
function mayBeLinkage({ data }: Json): boolean {
  const members = listOf(data).flatMap((each) => (isObject(each) ? Object.keys(each) : []));
  return members.length > 0 && members.every((name) => ['type', 'id', 'meta'].includes(name) || name.startsWith('@'));
}

/**
 * Whether a JSON body is a document of JSON:API: its media type says so. Another media type breaks NEG-01, and the rules about documents
 * are not about such a body. Only primary data that the tests asked for is judged anyway, so that one wrong header does not hide
 * everything else. OPTIONS is not a method of the specification, so its answer can have any form.
 */
function isDocument(
  { method, headers }: SentRequest,
  { status, headers: { 'content-type': type } }: ReceivedResponse,
  body: Json,
) {
  if (isJsonApi(type)) return true;
  return (
    method !== 'OPTIONS' &&
    status < 400 &&
    isJsonApi(headers['accept']) &&
    /json/i.test(type ?? '') &&
    Object.hasOwn(body, 'data')
  );
}

/** Creates the memory of a run. */
export function createDocuments(): Documents {
  const issues = new Map<string, FoundIssue>();
  const subjects = new Set<Need>();
  return {
    note(exchange) {
      const judged = judge(exchange);
      if (judged === undefined) return;
      for (const need of needs) if (!subjects.has(need) && need.isMet(judged.type, judged.text)) subjects.add(need);
      for (const issue of judged.issues) {
        if (!issues.has(issue.rule)) issues.set(issue.rule, { issue, exchange: shortened(exchange) });
      }
    },
    issueOf: (rule) => issues.get(rule),
    hasSubjectOf: (rule) => subjects.has(neededBy(rule)),
  };
}

interface Judged {
  readonly type: string;
  readonly text: string;
  readonly issues: readonly ValidationIssue[];
}

function judge({ request, response }: Exchange): Judged | undefined {
  const type = response?.headers['content-type'] ?? '';
  if (response === undefined || response.body === '') return undefined;
  const document = parse(response.body);
  // Other cases check whether a body is a JSON object.
  if (!isObject(document) || !isDocument(request, response, document)) return undefined;
  const applied = readResponseContentType(type) ?? { extensions: [], profiles: [] };
  const isAtomic = applied.extensions.includes(atomicExtension.uri);
  if (applied.extensions.some((uri) => uri !== atomicExtension.uri)) return undefined;
  const issuesAs = (role: 'relationship' | 'response'): readonly ValidationIssue[] =>
    validateDocument(document, {
      ...(isAtomic ? { extensions: [atomicExtension] } : { as: role }),
      profiles: profilesOf(applied.profiles),
      sparseFieldsets: /fields(%5B|\[)/i.test(request.url),
      level: 'should',
    }).issues ?? [];
  const isLinkage = isRelationshipUrl(request.url);
  const found = issuesAs(isLinkage ? 'relationship' : 'response');
  const isOther = isLinkage || isAtomic || found.length === 0 || !mayBeLinkage(document);
  const broken = isOther ? undefined : new Set(issuesAs('relationship').map(({ rule }) => rule));
  const issues = broken === undefined ? found : found.filter(({ rule }) => broken.has(rule));
  // The text forbids to repeat a resource in compound documents alone. Another case looks at collections. (AMB-22)
  const binding =
    document['included'] === undefined ? issues.filter(({ rule }) => rule !== 'unique-resources') : issues;
  return { type, text: response.body, issues: binding };
}
