import { useEffect, useState } from 'preact/hooks';
import { type Address, formatAddress } from '../state/address.ts';
import { canBeKept, keep, readAddress, readKept } from '../state/environments.ts';
import { arrayAt, member } from '../state/json.ts';
import type { Answer } from '../state/send.ts';
import type { Draft } from './use-draft.ts';

const MAX_TABS = 20;

/** One of several open requests, with what the page has shown when the user has left it. */
interface OpenTab {
  readonly address: Address;
  readonly left?: { readonly answer: Answer | undefined; readonly draft: Draft['state'] };
}

const start: OpenTab = { address: { method: 'GET', target: '/' } };

function readTabs(): { readonly list: readonly OpenTab[]; readonly current: number } {
  const kept = readKept('tabs');
  const list = arrayAt(kept, 'list')
    .slice(0, MAX_TABS)
    .map((it): OpenTab => ({ address: readAddress(it) ?? start.address }));
  const current = member(kept, 'current');
  return typeof current === 'number' && list[current] !== undefined ? { list, current } : { list: [start], current: 0 };
}

/** What a change of the tab needs of the page. */
interface Parts {
  readonly address: Address;
  readonly answer: Answer | undefined;
  readonly draft: Draft;
  /** Shows an address as if the user had followed a link to it. */
  readonly follow: (address: Address) => void;
  /** Shows an address with a response, without a request. */
  readonly showAgain: (address: Address, answer: Answer | undefined) => void;
}

/** Keeps several open requests: their addresses also after a reload, with the current one as that of the page. */
export function useTabs({ address, answer, draft, follow, showAgain }: Parts) {
  const [{ list: kept, current }, setTabs] = useState(readTabs);
  const list = kept.map((it, index) => (index === current ? { address } : it));
  useEffect(() => {
    const shown = list.map(({ address: it }) => (canBeKept(it) ? it : start.address));
    keep('tabs', list.length > 1 ? { list: shown, current } : undefined);
  }, [kept, current, address]);
  const show = (all: readonly OpenTab[], index: number): void => {
    const to = all[index] ?? start;
    setTabs({ list: all, current: index });
    // The first page has no fragment: it is no request of the user.
    history.pushState(null, '', to.address.target === '/' ? '#' : formatAddress(to.address));
    if (to.left === undefined) follow(to.address);
    else {
      showAgain(to.address, to.left.answer);
      draft.restore(to.left.draft);
    }
  };
  /** The tabs as they are after the user has left the current one. */
  const left = (): readonly OpenTab[] =>
    list.map((it, index) => (index === current ? { address, left: { answer, draft: draft.state } } : it));
  return {
    list,
    current,
    choose: (index: number) => index !== current && show(left(), index),
    add: () => list.length < MAX_TABS && show([...left(), start], list.length),
    close: (index: number) => {
      const others = left().filter((_, position) => position !== index);
      if (others.length === 0) return;
      if (index === current) show(others, Math.min(index, others.length - 1));
      else setTabs({ list: others, current: index < current ? current - 1 : current });
    },
  };
}
