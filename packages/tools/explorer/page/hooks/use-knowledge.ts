import { useEffect, useRef, useState } from 'preact/hooks';
import { hrefOf } from '../state/json.ts';
import { type Knowledge, learn, learnLinks } from '../state/knowledge.ts';
import { type Answer, documentUrlOf, finalTarget, type HeaderField, linksAt } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';
import { type Description, useDescription } from './use-description.ts';

/** The types that the page knows, and where it knows them from. */
export interface KnowledgeState {
  readonly known: Knowledge;
  readonly description: Description;
  /** Learns from a response. */
  readonly learnFrom: (answer: Answer) => void;
}

/** Reads descriptions, and learns from documents. */
export function useKnowledge(settings: Settings, headers: readonly HeaderField[]): KnowledgeState {
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
  const learnFrom = (answer: Answer): void => {
    const { document } = answer;
    const follow = linksAt(settings.api, finalTarget(answer));
    setKnown((before) => learn(learnLinks(before, document, follow), document, described.current, follow));
    const link = hrefOf(document, 'describedby');
    if (link !== undefined) description.follow(link, documentUrlOf(settings.api, finalTarget(answer)));
  };
  return { known, description, learnFrom };
}
