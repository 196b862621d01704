import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { targetOf } from '../state/address.ts';
import type { Described } from '../state/described.ts';
import { readDescription } from '../state/description.ts';
import { learnLinks, withoutGuess } from '../state/guessed-types.ts';
import { hrefOf, parseJson } from '../state/json.ts';
import { type Knowledge, learn } from '../state/knowledge.ts';
import { nothing, withResponse } from '../state/learned.ts';
import { parseTarget } from '../state/query.ts';
import { readText } from '../state/read-text.ts';
import { type Answer, documentUrlOf, finalTarget, type Header, linksAt, messageOf, ownText } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';

const MAX_BYTES = 20_000_000;
const MAX_MILLISECONDS = 30_000;
const ACCEPT = 'application/vnd.oai.openapi+json, application/json, */*;q=0.1';

/** The URL to request, and whether it is below the URL of the API. */
interface Place {
  readonly url: string;
  readonly isBelow: boolean;
}

/** Returns from where to read a description. The content security policy allows only the hosts of the page and of the API. */
function placeOf(settings: Settings, url: string): Place | undefined {
  if (!URL.canParse(url, `${settings.api}/`)) return undefined;
  const absolute = new URL(url, `${settings.api}/`);
  const target = targetOf(absolute.href, `${settings.api}/`);
  if (target !== undefined) return { url: settings.requests + target, isBelow: true };
  const isForwarded = settings.requests !== settings.api;
  const origins = [location.origin, ...(isForwarded ? [] : [new URL(settings.api).origin])];
  return origins.includes(absolute.origin) ? { url: absolute.href, isBelow: false } : undefined;
}

/** @param isLinked Whether a document of the API leads to the URL: outside of the API, such a request has no cookies. */
async function load({ url, isBelow }: Place, headers: readonly Header[], isLinked: boolean): Promise<Described> {
  // The headers of the user are for the API, and for no other URL of its host.
  const own = isBelow ? headers.filter(({ name }) => name.trim() !== '') : [];
  const request = fetch(url, {
    headers: [['Accept', ACCEPT], ...own.map(({ name, value }): [string, string] => [name, value])],
    signal: AbortSignal.timeout(MAX_MILLISECONDS),
    ...(isLinked && !isBelow && { credentials: 'omit' }),
  });
  const response = await request.catch(() => {
    throw new Error(`${url} cannot be reached.`);
  });
  const ownFailure = await ownText(response);
  if (ownFailure !== undefined) throw new Error(ownFailure);
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  const { text, isCut } = await readText(response, MAX_BYTES);
  if (isCut) throw new Error(`The document has more than ${MAX_BYTES / 1_000_000} MB.`);
  const value = parseJson(text);
  if (value === undefined) throw new Error('The document is not JSON.');
  return readDescription(value);
}

/**
 * Reads descriptions of the API: of the option, of links of the API, and of the user.
 *
 * @param onTypes Receives each description.
 */
function useDescription(settings: Settings, headers: readonly Header[], onTypes: (described: Described) => void) {
  const [described, setDescribed] = useState<Described>();
  // The URL of the description that the page has read.
  const [source, setSource] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const tried = useRef<string>(undefined);
  const latest = useRef({ headers, onTypes });
  latest.current = { headers, onTypes };
  /** Reads the description at a URL. */
  const read = useCallback(
    (url: string, isLinked = false): void => {
      tried.current = url;
      const place = placeOf(settings, url);
      if (place === undefined) {
        setFailure('The page can only read descriptions from its own host and from the API.');
        return;
      }
      setFailure(undefined);
      load(place, latest.current.headers, isLinked).then(
        (result) => {
          if (tried.current !== url) return;
          setDescribed(result);
          setSource(url);
          latest.current.onTypes(result);
        },
        (error: unknown) => {
          if (tried.current === url) setFailure(messageOf(error));
        },
      );
    },
    [settings],
  );
  /** Reads the description to which a document of the API links, unless there is one, or the page has tried the URL. */
  const follow = (link: string, documentUrl: string): void => {
    // One link is enough: an API that links to others again and again must not make the page send requests.
    if (tried.current !== undefined || !URL.canParse(link, documentUrl)) return;
    const url = new URL(link, documentUrl);
    if (url.origin === new URL(settings.api).origin && placeOf(settings, url.href) !== undefined) read(url.href, true);
  };
  return { described, source, failure, read, follow };
}

/** Reads descriptions, and learns from documents. */
export function useKnowledge(settings: Settings, headers: readonly Header[]) {
  const [known, setKnown] = useState<Knowledge>(new Map());
  const described = useRef<ReadonlySet<string>>(new Set());
  const description = useDescription(settings, headers, ({ types }) => {
    described.current = new Set([...described.current, ...types.keys()]);
    setKnown((before) => new Map([...before, ...types]));
  });
  useEffect(() => {
    // A path of the option is on the host of the page, which can differ from the host of the API.
    if (settings.description !== null) description.read(new URL(settings.description, location.href).href);
  }, [settings.description]);
  const [learned, setLearned] = useState(nothing);
  // Another API has other resources, and the headers can be those of another user.
  useEffect(() => setLearned(nothing), [settings.api, headers]);
  const latest = useRef(known);
  latest.current = known;
  const learnFrom = (answer: Answer): void => {
    const { document } = answer;
    const follow = linksAt(settings.api, finalTarget(answer));
    const { path } = parseTarget(finalTarget(answer));
    setKnown((before) => {
      const guessed = withoutGuess(learnLinks(before, document, follow), document, path);
      return learn(guessed, document, described.current, follow);
    });
    setLearned((before) => withResponse(before, latest.current, answer));
    const link = hrefOf(document, 'describedby');
    if (link !== undefined) description.follow(link, documentUrlOf(settings.api, finalTarget(answer)));
  };
  return { known, learned, description, learnFrom };
}
