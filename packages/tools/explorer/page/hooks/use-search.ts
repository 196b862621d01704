import { useEffect, useState } from 'preact/hooks';
import { labelField, labelOf } from '../state/form.ts';
import { arrayAt, cut, isObject, member } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { encodeSegment, formatTarget, type Parameter } from '../state/query.ts';
import { searching } from '../state/search-query.ts';
import { messageOf, read } from '../state/send.ts';
import { usePage } from './use-page.ts';

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
const MAX_TEXT = 100;
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
  const { settings, known, headers } = usePage();
  const [search, setSearch] = useState<Omit<Search, 'isCurrent'> & { readonly key: string }>();
  const type = known.get(name);
  const key = `${name} ${text}`;
  useEffect(() => {
    if (!isOpen || name === '') return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const target = type === undefined ? `/${encodeSegment(name)}` : searchTarget(type, text);
      read(settings, headers, target, controller.signal).then(
        ({ document, status }) => {
          const found = arrayAt(document, 'data').flatMap((it): readonly Found[] => {
            const id = member(it, 'id');
            return isObject(it) && typeof id === 'string' ? [{ id, label: labelOf(it, labelField(type)) }] : [];
          });
          const failure = `The server responds with ${status} to GET ${cut(target, MAX_TEXT)}.`;
          setSearch({ key, found, ...(status >= 300 && { failure }) });
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setSearch({ key, found: [], failure: messageOf(error) });
        },
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isOpen, name, text, type]);
  const { found = [], ...last } = search ?? {};
  const typed = text.trim().toLowerCase();
  const shown = found.filter((it) => `${it.id} ${it.label}`.toLowerCase().includes(typed)).slice(0, MAX_FOUND);
  return { ...last, isCurrent: search?.key === key, found: shown };
}
