import { useEffect, useMemo, useState } from 'preact/hooks';
import { formFields, mistakesOf } from '../state/form.ts';
import type { KnownType } from '../state/knowledge.ts';
import { type CheckPatterns, patternMistakes } from '../state/patterns.ts';

/** What is wrong with a form. */
export interface Mistakes {
  /** The mistakes by the names of their fields, in the order of the form. */
  readonly shown: ReadonlyMap<string, string>;
  /** Returns the mistakes of the present text, also those of patterns, which need a moment. */
  readonly check: () => Promise<ReadonlyMap<string, string>>;
}

const none: ReadonlyMap<string, string> = new Map();

/** Checks a form while the user types. `type` is undefined if there is no form. */
export function useMistakes(
  type: KnownType | undefined,
  text: string,
  isNew: boolean,
  checkPatterns: CheckPatterns,
): Mistakes {
  const [ofPatterns, setOfPatterns] = useState(none);
  const others = useMemo(() => (type === undefined ? none : mistakesOf(type, text, isNew)), [type, text, isNew]);
  useEffect(() => {
    let isCurrent = true;
    if (type === undefined) setOfPatterns(none);
    else
      void patternMistakes(type, text, checkPatterns).then((found) => {
        if (isCurrent) setOfPatterns(found);
      });
    return () => {
      isCurrent = false;
    };
  }, [type, text]);
  const joined = (found: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
    const all = new Map([...found, ...others]);
    const names = type === undefined ? [] : formFields(type).map(({ name }) => name);
    return new Map(names.flatMap((name) => (all.has(name) ? [[name, all.get(name) ?? '']] : [])));
  };
  return {
    shown: joined(ofPatterns),
    check: async () => joined(type === undefined ? none : await patternMistakes(type, text, checkPatterns)),
  };
}
