import { useEffect, useState } from 'preact/hooks';
import { type Environment, firstEnvironment, keep, readEnvironments, settingsOf } from '../state/environments.ts';
import type { Header } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';

/** Keeps environments in memory, and on request in the storage of the tab. */
export function useEnvironments(own: Settings) {
  const [read] = useState(readEnvironments);
  const [list, setList] = useState<readonly Environment[]>(read?.environments ?? [firstEnvironment]);
  const [index, setIndex] = useState(read?.current ?? 0);
  const [isKept, setKept] = useState(read !== undefined);
  const kept = isKept ? { environments: list, current: index } : undefined;
  useEffect(() => keep('environments', kept), [list, index, isKept]);
  const current = list[index] ?? firstEnvironment;
  const wanted = settingsOf(own, current);
  const [settings, setSettings] = useState(wanted ?? own);
  // The same settings stay the same object: effects depend on them.
  const { api, requests } = wanted ?? own;
  if (api !== settings.api || requests !== settings.requests) setSettings(wanted ?? own);
  const change = (part: Partial<Environment>): void =>
    setList((before) => before.map((it, position) => (position === index ? { ...it, ...part } : it)));
  return {
    // `settings` are those of the current environment, and those of the page itself if its URL is not allowed.
    ...{ own, list, index, current, settings, isKept, change },
    isAllowed: wanted !== undefined,
    choose: setIndex,
    add: () => {
      setList((before) => [...before, { ...current, name: `Environment ${before.length + 1}` }]);
      setIndex(list.length);
    },
    remove: () => {
      setList((before) => before.filter((_, position) => position !== index));
      setIndex(0);
    },
    keep: setKept,
    setHeaders: (headers: readonly Header[]) => change({ headers }),
  };
}
