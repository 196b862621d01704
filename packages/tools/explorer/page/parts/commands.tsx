import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Command, commandKeys, useCommands } from '../hooks/use-commands.ts';
import { usePage } from '../hooks/use-page.ts';
import { keep, readKept } from '../state/environments.ts';
import { cut } from '../state/json.ts';
import { Combobox } from './combobox.tsx';
import { Small } from './controls.tsx';
import { Dialog } from './dialog.tsx';

const MAX_SHOWN = 50;
const MAX_TEXT = 200;

/** Whether a key belongs to the control in which the user types. */
function isTyped(event: KeyboardEvent): boolean {
  const [element] = event.composedPath();
  return element instanceof HTMLElement && (element.isContentEditable || element.matches('input, textarea, select'));
}

/** The palette, the keys of the page, and the dialog that documents them. */
export function Commands(): JSX.Element | null {
  const { dialog: shown, showDialog: show } = usePage();
  const [isOff, setOff] = useState(() => readKept('keys') === 'off');
  const { keyed, others } = useCommands(() => show('keys'));
  const press = (event: KeyboardEvent): void => {
    const { key } = event;
    const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && key.toLowerCase() === 'k';
    const isOther = event.ctrlKey || event.metaKey || event.altKey || isOff || isTyped(event);
    const run = isPalette
      ? () => show('palette')
      : !isOther && key in keyed
        ? keyed[key as keyof typeof keyed]
        : undefined;
    // The keys of a dialog are its own.
    if (run === undefined || event.repeat || event.defaultPrevented || document.querySelector('dialog[open]') !== null)
      return;
    event.preventDefault();
    run();
  };
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => latest.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const close = (): void => show(undefined);
  if (shown === undefined) return null;
  if (shown === 'keys')
    return (
      <Dialog labelledBy="keys" onCancel={close}>
        <h2 id="keys">Keys</h2>
        <dl class="key-list">
          {[['Ctrl+K, ⌘K', 'Find a type, a request, or an action'], ...Object.entries(commandKeys)].map(
            ([key, text]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ),
          )}
        </dl>
        <p>
          <label>
            <input
              type="checkbox"
              checked={!isOff}
              onChange={({ currentTarget }) => {
                setOff(!currentTarget.checked);
                keep('keys', currentTarget.checked ? undefined : 'off');
              }}
            />{' '}
            Use the keys without Ctrl
          </label>
        </p>
        <p class="row">
          <Small onClick={close}>Close</Small>
        </p>
      </Dialog>
    );
  const named = Object.entries(commandKeys).flatMap(([key, text]): Command[] => {
    const run = keyed[key as keyof typeof keyed];
    return run === undefined ? [] : [{ text, detail: key, run }];
  });
  return <Palette all={[...named, ...others]} onClose={close} />;
}

/** Finds what the user can do by its words. */
function Palette({ all, onClose }: { readonly all: readonly Command[]; readonly onClose: () => void }): JSX.Element {
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/);
  const found = new Map<string, Command>();
  for (const it of all) {
    const whole = `${it.text} ${it.detail}`.toLowerCase();
    // Of equal requests, the last one.
    if (words.every((word) => whole.includes(word)) && !found.has(it.text)) found.set(it.text, it);
  }
  const options = [...found.values()].slice(0, MAX_SHOWN).map((it) => ({ ...it, text: cut(it.text, MAX_TEXT) }));
  return (
    <Dialog labelledBy="find" onCancel={onClose}>
      <h2 id="find">Find</h2>
      <Combobox
        id="palette"
        label="Find a type, a request, or an action"
        placeholder="A type, a request, or an action"
        value={text}
        options={options}
        isOpen
        onText={setText}
        onPick={({ run }) => {
          // The command can move the focus, so the dialog gives it back before.
          document.querySelector('dialog')?.close();
          onClose();
          run();
          // The focus was nowhere before.
          if (document.activeElement?.matches('body, dialog *'))
            document.getElementById('request')?.focus({ preventScroll: true });
        }}
      />
      {options.length === 0 && <p class="dim">Nothing has this name.</p>}
    </Dialog>
  );
}
