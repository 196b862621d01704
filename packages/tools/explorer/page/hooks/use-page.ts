import { type Context, createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Address, parseAddress } from '../state/address.ts';
import { withCredentials } from '../state/credentials.ts';
import { type JsonObject, textOf } from '../state/json.ts';
import { collectionAt, typeAt } from '../state/knowledge.ts';
import { reasonAgainst } from '../state/learned.ts';
import type { CheckPatterns } from '../state/patterns.ts';
import { parseTarget } from '../state/query.ts';
import { finalTarget, linksAt } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';
import { selfTarget } from '../state/targets.ts';
import type { Validate } from '../state/validate.ts';
import { useChanges } from './use-changes.ts';
import { useDraft } from './use-draft.ts';
import { useEnvironments } from './use-environments.ts';
import { useKnowledge } from './use-knowledge.ts';
import { useMethods } from './use-methods.ts';
import { useOperations } from './use-operations.ts';
import { useRequests } from './use-requests.ts';
import { useTable } from './use-table.ts';
import { useTabs } from './use-tabs.ts';

/** The checks of documents and of patterns, which run in a worker. */
export interface Checks {
  readonly validate: Validate;
  readonly checkPatterns: CheckPatterns;
}

/** The values that all parts of the page share: each part names those that it uses. */
type Page = ReturnType<typeof usePageState>;

const PageContext = createContext<Page | undefined>(undefined);

/** Shares the page with the parts inside. */
export const PageProvider: Context<Page | undefined>['Provider'] = PageContext.Provider;

/** Returns the values that all parts of the page share. */
export function usePage(): Page {
  return useContext(PageContext) as Page;
}

/** Keeps the state that all parts of the page share, and follows the address of the page. */
export function usePageState(own: Settings, checks: Checks) {
  // The request that the page shows, which can differ from that of the response.
  const [address, setAddress] = useState<Address>(() => parseAddress(location.hash));
  const environments = useEnvironments(own);
  const { current } = environments;
  const headers = useMemo(() => current.headers.map(withCredentials), [current.headers]);
  const { api } = environments.settings;
  const operations = useOperations();
  const { known, learned, description, learnFrom } = useKnowledge(environments.settings, headers);
  const relatedQueries = description.described?.relatedQueries;
  const settings = useMemo(
    (): Settings => ({ ...environments.settings, relatedQueries }),
    [environments.settings, relatedQueries],
  );
  const targetOfResource: Parameters<typeof useRequests>[2] = (resource, target) =>
    selfTarget(known, resource, linksAt(api, target));
  const requests = useRequests(settings, headers, targetOfResource, learnFrom);
  const { answer, versions } = requests;
  const isDescribed = (name: string): boolean => description.described?.types.has(name) === true;
  const isKnown = (path: string): boolean =>
    learned.allowed.has(path) || isDescribed(collectionAt(known, path)?.type.name ?? '');
  useMethods(settings, headers, answer, isKnown, learnFrom);
  const draft = useDraft(api, address, versions);
  const table = useTable({ settings, headers, known, requests, operations, learnFrom });
  const changes = useChanges({ known, address, setAddress, requests, draft, targetOfResource });
  // What the keyboard, or a button, shows over the page.
  const [dialog, showDialog] = useState<'palette' | 'keys'>();
  const tabs = useTabs({ address, answer, draft, ...changes });

  // The latest function for a listener that is added once.
  const latest = useRef(changes.follow);
  latest.current = changes.follow;
  useEffect(() => {
    const follow = (): void => latest.current(parseAddress(location.hash));
    addEventListener('hashchange', follow);
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);
  return {
    ...changes,
    ...checks,
    ...{
      settings,
      environments,
      known,
      learned,
      learnFrom,
      isDescribed,
      description,
      headers,
      address,
      setAddress,
      draft,
      requests,
      operations,
      table,
      tabs,
      dialog,
      showDialog,
    },
    /** Returns why a change of a collection or of one of its resources is not offered. `undefined` if nothing is against it. */
    against: (to: Address, resource?: JsonObject) =>
      settings.writes
        ? reasonAgainst(
            learned,
            known.get(textOf(resource?.['type'])) ?? collectionAt(known, to.target)?.type,
            to,
            resource,
          )
        : 'The page offers GET only.',
    /** The type of the resources at the address. */
    type: typeAt(known, parseTarget(address.target).path),
    /** Absent if changes cannot be collected. */
    endpoint: settings.writes ? description.described?.operations : undefined,
    /** Follows a link of the response that the page shows. */
    targetOf: linksAt(api, answer === undefined ? '/' : finalTarget(answer)),
  };
}
