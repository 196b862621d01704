import { useEffect, useState } from 'preact/hooks';
import {
  type Environment,
  firstEnvironment,
  keepEnvironments,
  readEnvironments,
  settingsOf,
} from '../state/environments.ts';
import type { HeaderField } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';

/** The environments of the user, and the one that requests use. */
export interface Environments {
  /** The settings of the page itself. */
  readonly own: Settings;
  readonly list: readonly Environment[];
  readonly index: number;
  readonly current: Environment;
  /** The settings of the current environment: those of the page, if its URL is not allowed. */
  readonly settings: Settings;
  /** Whether the URL of the current environment can be used. */
  readonly isAllowed: boolean;
  /** Whether the environments survive a reload. */
  readonly isKept: boolean;
  readonly choose: (index: number) => void;
  readonly change: (change: Partial<Environment>) => void;
  readonly add: () => void;
  readonly remove: () => void;
  readonly keep: (isKept: boolean) => void;
  readonly setHeaders: (headers: readonly HeaderField[]) => void;
}

/** Keeps environments in memory, and on request in the storage of the tab. */
export function useEnvironments(own: Settings): Environments {
  const [read] = useState(readEnvironments);
  const [list, setList] = useState<readonly Environment[]>(read?.environments ?? [firstEnvironment]);
  const [index, setIndex] = useState(read?.current ?? 0);
  const [isKept, setKept] = useState(read !== undefined);
  useEffect(() => keepEnvironments(isKept ? { environments: list, current: index } : undefined), [list, index, isKept]);
  const current = list[index] ?? firstEnvironment;
  const wanted = settingsOf(own, current);
  const [settings, setSettings] = useState(wanted ?? own);
  // The same settings stay the same object: effects depend on them.
  const { api, requests } = wanted ?? own;
  if (api !== settings.api || requests !== settings.requests) setSettings(wanted ?? own);
  const change = (part: Partial<Environment>): void =>
    setList((before) => before.map((it, position) => (position === index ? { ...it, ...part } : it)));
  return {
    own,
    list,
    index,
    current,
    settings,
    isAllowed: wanted !== undefined,
    isKept,
    choose: setIndex,
    change,
    add: () => {
      setList((before) => [...before, { ...current, name: `Environment ${before.length + 1}` }]);
      setIndex(list.length);
    },
    remove: () => {
      setList((before) => before.filter((_, position) => position !== index));
      setIndex(0);
    },
    keep: setKept,
    setHeaders: (headers) => change({ headers }),
  };
}
