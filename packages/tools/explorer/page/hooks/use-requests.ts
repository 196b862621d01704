import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Address } from '../state/address.ts';
import { keepVisits, readVisits, type Visit, withVisit } from '../state/environments.ts';
import type { JsonObject } from '../state/json.ts';
import { type Answer, finalTarget, type Header, messageOf, rejectionOf, send, urlOf } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';
import { type Versions, withAnswer } from '../state/versions.ts';

/** The statuses of an API that has no document at its root. Other ones, such as 401, are about the whole API. */
const rootless: ReadonlySet<number> = new Set([400, 404, 405, 406]);

/** The last request, its response, and what the page keeps of all requests of this visit. */
export type Requests = ReturnType<typeof useRequests>;

/**
 * Sends requests, one at a time.
 *
 * @param targetOfResource Returns the target of a resource object.
 * @param onAnswer Receives each response.
 */
export function useRequests(
  { requests, api, relatedQueries }: Settings,
  headers: readonly Header[],
  targetOfResource: (resource: JsonObject, documentTarget: string) => string,
  onAnswer: (answer: Answer) => void,
) {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [visits, setVisits] = useState<readonly Visit[]>(readVisits);
  useEffect(() => keepVisits(visits), [visits]);
  const [versions, setVersions] = useState<Versions>(new Map());
  // Another API has other versions.
  useEffect(() => setVersions(new Map()), [api]);
  const running = useRef<AbortController | undefined>(undefined);
  const latest = useRef({ targetOfResource, onAnswer });
  latest.current = { targetOfResource, onAnswer };
  /** Shows a message, or a response, instead of the last one. */
  const fail = useCallback((message: string | undefined, shown?: Answer): void => {
    running.current?.abort();
    setSending(false);
    setAnswer(shown);
    setFailure(message);
  }, []);
  const common = { api: requests, apiUrl: api, relatedQueries };
  /** Learns from a response, also from one that the page does not show. */
  const note = useCallback((result: Answer): void => {
    setVersions((before) =>
      withAnswer(before, result, (resource) => latest.current.targetOfResource(resource, finalTarget(result))),
    );
    latest.current.onAnswer(result);
    setVisits((before) => withVisit(before, result.address, result.status));
  }, []);
  /** Sends a change beside the request of the page. The page still shows the response before. */
  const change = useCallback(
    async (address: Address, body: string, ifMatch: string | undefined, signal: AbortSignal): Promise<Answer> => {
      const result = await send({ ...common, address, headers, body, ifMatch }, signal);
      note(result);
      return result;
    },
    [requests, api, headers],
  );
  const request = useCallback(
    async (asked: Address, body: string, ifMatch: string | undefined, isShown: boolean) => {
      running.current?.abort();
      if (urlOf({ api: requests, address: asked }) === undefined) {
        fail(rejectionOf(asked.target));
        return undefined;
      }
      const controller = new AbortController();
      running.current = controller;
      setSending(true);
      setFailure(undefined);
      try {
        const result = await send({ ...common, address: asked, headers, body, ifMatch }, controller.signal);
        // Many APIs have no document at their root: the first page then says how to begin, and is not an error.
        const isStart = location.hash === '' && asked.target === '/' && rootless.has(result.status);
        if (isShown || result.status >= 300) setAnswer(isStart ? undefined : result);
        if (isStart) return undefined;
        note(result);
        return result;
      } catch (error) {
        if (controller.signal.aborted) return undefined;
        setAnswer(undefined);
        setFailure(messageOf(error));
        setVisits((before) => withVisit(before, asked));
        return undefined;
      } finally {
        if (running.current === controller) setSending(false);
      }
    },
    [requests, api, headers, relatedQueries],
  );
  /** Sends a request, and ends the one before. Returns `undefined` if there is no response. */
  const run = useCallback(
    (asked: Address, body: string, ifMatch?: string) => request(asked, body, ifMatch, true),
    [request],
  );
  /** Does the same for a GET. The page still shows the response before, unless the request fails. */
  const read = useCallback((target: string) => request({ method: 'GET', target }, '', undefined, false), [request]);
  /** Shows a response that another part of the page has received. */
  const show = (shown: Answer | undefined): void => fail(undefined, shown);
  return { answer, failure, isSending, visits, versions, setVersions, run, read, change, show, fail };
}
