import { useEffect } from 'preact/hooks';
import { parseTarget } from '../state/query.ts';
import { type Answer, finalTarget, type Header, read } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';

/**
 * Reads the methods of the URL of a response with OPTIONS, if no description tells them. Across origins, a browser hides `Allow`, and such a
 * request needs the consent of the API: the page then offers all methods.
 *
 * @param isKnown Whether the page knows the methods of a path.
 */
export function useMethods(
  settings: Settings,
  headers: readonly Header[],
  answer: Answer | undefined,
  isKnown: (path: string) => boolean,
  learnFrom: (answer: Answer) => void,
): void {
  useEffect(() => {
    if (answer === undefined || answer.address.method !== 'GET' || answer.status >= 300) return undefined;
    const { path } = parseTarget(finalTarget(answer));
    const isOwn = new URL(settings.requests).origin === location.origin;
    if (!settings.writes || !isOwn || path === '/' || isKnown(path)) return undefined;
    const controller = new AbortController();
    read(settings, headers, path, controller.signal, 'OPTIONS').then(learnFrom, () => undefined);
    return () => controller.abort();
  }, [answer]);
}
