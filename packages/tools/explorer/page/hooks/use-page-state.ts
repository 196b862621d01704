import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Address, parseAddress } from '../state/address.ts';
import { withCredentials } from '../state/credentials.ts';
import { typeAt } from '../state/knowledge.ts';
import { parseTarget } from '../state/query.ts';
import { finalTarget, linksAt } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';
import { selfTarget } from '../state/targets.ts';
import { useChanges } from './use-changes.ts';
import { useDraft } from './use-draft.ts';
import { useEnvironments } from './use-environments.ts';
import { useKnowledge } from './use-knowledge.ts';
import { useOperations } from './use-operations.ts';
import type { Page } from './use-page.ts';
import { useRequests } from './use-requests.ts';

/** Keeps the state that all parts of the page share, and follows the address of the page. */
export function usePageState(own: Settings, checks: Pick<Page, 'validate' | 'checkPatterns'>): Page {
  const [address, setAddress] = useState<Address>(() => parseAddress(location.hash));
  const environments = useEnvironments(own);
  const { settings, current } = environments;
  const headers = useMemo(() => current.headers.map(withCredentials), [current.headers]);
  const { api } = settings;
  const operations = useOperations();
  const { known, description, learnFrom } = useKnowledge(settings, headers);
  const targetOfResource: Parameters<typeof useRequests>[2] = (resource, target) =>
    selfTarget(known, resource, linksAt(api, target));
  const requests = useRequests(settings, headers, targetOfResource, learnFrom);
  const { answer, versions } = requests;
  const draft = useDraft(api, address, versions);
  const changes = useChanges({ known, address, setAddress, requests, draft, targetOfResource });

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
    ...{ settings, environments, known, description, headers, address, setAddress, draft, requests, operations },
    type: typeAt(known, parseTarget(address.target).path),
    endpoint: settings.writes ? description.described?.operations : undefined,
    targetOf: linksAt(api, answer === undefined ? '/' : finalTarget(answer)),
  };
}
