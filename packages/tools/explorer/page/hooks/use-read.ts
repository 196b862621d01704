import { useEffect, useState } from 'preact/hooks';
import { errorsOf } from '../state/json.ts';
import { reasonOf } from '../state/learned.ts';
import { type Answer, messageOf, read } from '../state/send.ts';
import { usePage } from './use-page.ts';

/** A response to a request beside that of the page, or why there is none. */
export interface Reading {
  readonly answer?: Answer;
  readonly failure?: string;
}

/**
 * Reads a target beside the request of the page, and learns from its response.
 *
 * @param target `undefined` reads nothing.
 * @param of Another value reads again.
 */
export function useRead(target: string | undefined, of: unknown): Reading {
  const { settings, headers, learnFrom } = usePage();
  const [reading, setReading] = useState<Reading>({});
  useEffect(() => {
    setReading({});
    if (target === undefined) return undefined;
    const controller = new AbortController();
    read(settings, headers, target, controller.signal).then(
      (answer) => {
        learnFrom(answer);
        const failure = `${answer.status} ${answer.statusText}. ${reasonOf(errorsOf(answer.document))}`.trim();
        setReading(answer.status < 300 ? { answer } : { failure });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setReading({ failure: messageOf(error) });
      },
    );
    return () => controller.abort();
  }, [target, of, settings, headers]);
  return reading;
}
