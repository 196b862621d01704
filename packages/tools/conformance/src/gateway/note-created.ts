import type { TypeFacts } from '../facts/type-facts.ts';
import { isObject, type Json } from '../json.ts';
import type { Answer } from '../target/exchange.ts';
import { type Claim, EXISTING, prove } from './proof.ts';
import { creatableAt, isEndpoint, jsonOf, methodOf } from './rejection.ts';
import type { GatewayState } from './state.ts';
import type { OwnResource } from './tracked.ts';

/** Notes what a successful request created. Only what is proved to be new belongs to the tests; the rest is reported. */
export async function noteCreated(state: GatewayState, answer: Answer): Promise<void> {
  if (methodOf(answer.request) !== 'POST') return;
  const { url } = answer.request;
  const type = creatableAt(state, url);
  if (type !== undefined) return noteClaims(state, answer, claimsOfCreate(type, answer));
  if (isEndpoint(state, url)) return noteClaims(state, answer, claimsOfOperations(state, answer));
}

async function noteClaims(state: GatewayState, answer: Answer, claims: readonly Claim[]): Promise<void> {
  for (const claim of claims) {
    const result = await settle(state, claim);
    if (claims.length === 1) state.made.set(answer.request, result);
  }
}

async function settle(state: GatewayState, claim: Claim): Promise<OwnResource | string> {
  const { tracked } = state;
  const result = await prove(state, claim);
  if (typeof result !== 'string' || result.startsWith(EXISTING)) return result;
  const { type, returned, base, location } = claim;
  if (claim.isRemoved) return result;
  const told = location ?? returned?.links?.self?.href ?? returned?.links?.self;
  const url = typeof told === 'string' && URL.canParse(told, base) ? new URL(told, base).href : type.collection;
  // A resource that is not proved to be new may have been there: the user looks at it before deleting it.
  tracked.unproved.push({ type: type.name, url, request: `GET ${url}`, reason: result });
  return result;
}

function claimsOfCreate(type: TypeFacts, { request, document, headers }: Answer): readonly Claim[] {
  const sent = jsonOf(request.body)?.data;
  const returned = isObject(document) ? document['data'] : undefined;
  const [base, location] = [request.url, headers['location']];
  if (!Array.isArray(returned)) {
    return [{ type, sent: Array.isArray(sent) ? sent[0] : sent, returned: returned ?? undefined, base, location }];
  }
  return returned.map((each, index) => ({
    type,
    sent: Array.isArray(sent) ? sent[index] : sent,
    returned: each,
    base,
    location: undefined,
  }));
}

function claimsOfOperations({ types }: GatewayState, { request, document }: Answer): readonly Claim[] {
  const operations: Json = jsonOf(request.body)?.['atomic:operations'];
  const results = isObject(document) ? document['atomic:results'] : undefined;
  if (!Array.isArray(operations)) return [];
  return operations.flatMap((operation, index) => {
    const type = types.find(({ name }) => name === operation?.data?.type);
    if (String(operation?.op).toLowerCase() !== 'add' || type === undefined) return [];
    const { lid } = operation.data;
    const isRemoved = lid !== undefined && operations.some((it) => it?.op === 'remove' && it?.ref?.lid === lid);
    const returned = Array.isArray(results) ? (results[index]?.data ?? undefined) : undefined;
    // Later operations of the same request can change what an earlier one adds.
    const changes = lid === undefined ? [] : operations.filter((it) => it?.op === 'update' && it?.data?.lid === lid);
    const attributes = Object.assign({}, operation.data.attributes, ...changes.map(({ data }) => data.attributes));
    return [
      { type, sent: { ...operation.data, attributes }, returned, base: request.url, location: undefined, isRemoved },
    ];
  });
}
