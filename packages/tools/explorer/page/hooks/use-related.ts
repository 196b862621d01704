import { useMemo } from 'preact/hooks';
import { arrayAt, hrefOf, isObject, type Json, type JsonObject, member, textOf } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { type Total, totalOf } from '../state/learned.ts';
import { firstPage } from '../state/query.ts';
import { keyOf } from '../state/resource-places.ts';
import { usePage } from './use-page.ts';
import { useRead } from './use-read.ts';

/** The maximum number of members that a list shows. */
const MAX_MEMBERS = 10;

/** The first members of a relationship. */
export interface Related {
  readonly field: KnownField | undefined;
  /** Identifiers with the data of their memberships, or resources. `undefined` as long as the page does not know them. */
  readonly members: readonly JsonObject[] | undefined;
  /** Absent if no response tells it. */
  readonly total: Total | undefined;
  /** The target of the related resources. */
  readonly target: string | undefined;
  readonly failure: string | undefined;
}

function listOf(data: Json): readonly JsonObject[] {
  return (Array.isArray(data) ? data : [data]).filter(isObject);
}

/** Reads the members of a relationship and their names, as far as the page does not know them. */
export function useRelated(resource: JsonObject, name: string): Related {
  const { known, learned, targetOf } = usePage();
  const field = known.get(textOf(resource['type']))?.fields.get(name);
  const relationship = member(member(resource, 'relationships'), name);
  const given = member(relationship, 'data');
  const linked = (link: string): string | undefined => {
    const href = hrefOf(relationship, link);
    return href === undefined ? undefined : targetOf(href);
  };
  const isNamed = (it: JsonObject): boolean => learned.names.has(keyOf(it));
  // A response that tells names must not end the request for it.
  const isKnown = useMemo(() => given !== undefined && listOf(given).slice(0, MAX_MEMBERS).every(isNamed), [resource]);
  const target = linked('related');
  const size = field?.pageSize ?? known.get(field?.targets[0] ?? '')?.pageSize;
  const isList = Array.isArray(given) || (given === undefined && field?.kind === 'to-many');
  const page = target !== undefined && isList && size !== undefined ? firstPage(target, size, MAX_MEMBERS) : target;
  const related = useRead(isKnown ? undefined : page, resource);
  const hasData = given === undefined && field?.data !== undefined;
  const linkage = useRead(hasData ? linked('self') : undefined, resource);
  const document = related.answer?.document;
  const data = given ?? member(linkage.answer?.document, 'data') ?? member(document, 'data');
  // Linkage without links to other pages is complete, and a page of a known size with fewer resources.
  const isWhole = Array.isArray(given) && ['next', 'prev'].every((it) => hrefOf(relationship, it) === undefined);
  const read = arrayAt(document, 'data');
  const isShort = isList && size !== undefined && document !== undefined && read.length < MAX_MEMBERS;
  const whole = isWhole ? given : isShort && hrefOf(document, 'next') === undefined ? read : undefined;
  return {
    ...{ field, target, failure: related.failure ?? linkage.failure },
    members: data === undefined ? undefined : listOf(data).slice(0, MAX_MEMBERS),
    total: whole === undefined ? totalOf(document, size) : { count: whole.length, isEstimate: false },
  };
}
