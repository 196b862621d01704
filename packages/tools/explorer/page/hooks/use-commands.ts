import { selfTarget } from '../state/targets.ts';
import { recordOf } from '../state/versions.ts';
import { draftOfCreate } from '../text/draft.ts';
import { usePage } from './use-page.ts';

/** What the user can do now. */
export interface Command {
  readonly text: string;
  readonly detail: string;
  readonly run: () => void;
}

/** The keys of commands, with what they do. */
export const commandKeys = {
  '/': 'Go to the address',
  h: 'Show the first page',
  n: 'Write a new resource of the type',
  e: 'Edit this resource',
  t: 'Open a new tab',
  w: 'Close the tab',
  '[': 'Show the previous tab',
  ']': 'Show the next tab',
  '?': 'Show the keys',
} as const;

/** Moves the focus to the address, and selects it. */
function focusTarget(): void {
  const input = document.getElementById('target');
  if (input instanceof HTMLInputElement) input.select();
}

/** Returns the commands with keys, as far as they are possible now, and the others: types, changes, and the requests of this visit. */
export function useCommands(showKeys: () => void) {
  const { known, type, targetOf, tabs, requests, settings, against, change, edit, open } = usePage();
  const { list, current, choose } = tabs;
  const record = requests.answer && recordOf(requests.answer);
  const self = record && selfTarget(known, record, targetOf);
  const canChange = (method: 'PATCH' | 'DELETE'): boolean =>
    self !== undefined && against({ method, target: self }, record) === undefined;
  const changing = (method: 'PATCH' | 'DELETE') => (canChange(method) ? () => change(method, self ?? '') : undefined);
  const canCreate = (path: string): boolean => against({ method: 'POST', target: path }) === undefined;
  const create = (it: NonNullable<typeof type>): void => edit({ method: 'POST', target: it.path }, draftOfCreate(it));
  const step = (by: number) => (list.length > 1 ? () => choose((current + by + list.length) % list.length) : undefined);
  const keyed: Readonly<Record<keyof typeof commandKeys, (() => void) | undefined>> = {
    '/': focusTarget,
    h: () => {
      location.hash = '';
    },
    n: type !== undefined && canCreate(type.path) ? () => create(type) : undefined,
    e: changing('PATCH'),
    t: tabs.add,
    w: list.length > 1 ? () => tabs.close(current) : undefined,
    '[': step(-1),
    ']': step(1),
    '?': showKeys,
  };
  const remove = changing('DELETE');
  const types = [...known.values()];
  const others: readonly Command[] = [
    ...(remove === undefined ? [] : [{ text: 'Delete this resource', detail: '', run: remove }]),
    ...types.map((it) => ({ text: it.name, detail: 'type', run: () => open({ method: 'GET', target: it.path }) })),
    ...types
      .filter((it) => it.isGuessed !== true && canCreate(it.path))
      .map((it) => ({ text: `New ${it.name}`, detail: 'type', run: () => create(it) })),
    ...settings.examples.map((it) => ({ text: it.title, detail: 'example', run: () => edit(it, it.body) })),
    ...requests.visits.map(({ address: it, status }) => ({
      text: `${it.method} ${it.target}`,
      detail: `request, ${status ?? 'no response'}`,
      run: () => open(it),
    })),
  ];
  return { keyed, others };
}
