import { useEffect, useRef, useState } from 'preact/hooks';
import { labelField, labelOf } from '../state/form.ts';
import { arrayAt, isObject, type Json, member } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { encodeSegment, formatTarget, type Parameter } from '../state/query.ts';
import { searching } from '../state/search-query.ts';
import { usePage } from './use-page.ts';
import { useRead } from './use-read.ts';

/** A resource that a search has found. */
export interface Found {
  readonly id: string;
  readonly label: string;
}

/** The last response to a search. */
export interface Search {
  /** Whether it is the response to the present type and text. */
  readonly isCurrent: boolean;
  readonly found: readonly Found[];
  readonly failure?: string;
}

const MAX_FOUND = 20;
const DELAY = 250;

/** Returns the target that searches the resources of a type for a string. */
function searchTarget(type: KnownType, text: string): string {
  const field = labelField(type);
  const operator = searching.find((it) => field?.operators.includes(it));
  const parameters: Parameter[] = [];
  if (text !== '' && field !== undefined && operator !== undefined) {
    // A comma separates values, and a backslash escapes it.
    parameters.push([`filter[${field.name}][${operator}]`, text.replaceAll(/[\\,]/g, '\\$&')]);
  }
  if (type.pageSize !== undefined) parameters.push([type.pageSize.parameter, `${MAX_FOUND}`]);
  return formatTarget({ path: type.path, parameters });
}

/**
 * Searches the resources of a type, shortly after the user has typed. The API answers with those whose name contains the text, or with its
 * first page: what is found is filtered here as well.
 */
export function useSearch(name: string, text: string, isOpen: boolean): Search {
  const { known } = usePage();
  const type = known.get(name);
  const asked = type === undefined ? `/${encodeSegment(name)}` : searchTarget(type, text);
  const wanted = isOpen && name !== '' ? asked : undefined;
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setTarget(wanted), DELAY);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { answer, failure } = useRead(target, name);
  // While a search is on its way, the results of the last one stay.
  const last = useRef<Json>(undefined);
  if (answer !== undefined) last.current = answer.document;
  const found = arrayAt(last.current, 'data').flatMap((it): readonly Found[] => {
    const id = member(it, 'id');
    return isObject(it) && typeof id === 'string' ? [{ id, label: labelOf(it, labelField(type)) }] : [];
  });
  const typed = text.trim().toLowerCase();
  const shown = found.filter((it) => `${it.id} ${it.label}`.toLowerCase().includes(typed)).slice(0, MAX_FOUND);
  const isCurrent = target === wanted && (answer ?? failure) !== undefined;
  return { found: shown, isCurrent, ...(failure !== undefined && { failure }) };
}
