import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { submits } from './controls.tsx';

/** What a person can choose. */
export interface ComboboxOption {
  readonly text: string;
  readonly detail: string;
}

interface ComboboxProperties<O extends ComboboxOption> {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly options: readonly O[];
  /** Whether the list is always open, and its first option active. */
  readonly isOpen?: boolean;
  /** Receives the text, and the place of the caret. */
  readonly onText: (text: string, caret: number) => void;
  readonly onPick: (option: O) => void;
}

/**
 * A text with a list of what it can be: the combobox of WAI-ARIA. Arrow keys move in the list, Enter chooses, Escape closes the list, and
 * Ctrl+Space opens it. Without an active option, Enter does what it does in a form.
 */
export function Combobox<O extends ComboboxOption>({
  id,
  label,
  placeholder = '',
  value,
  options,
  isOpen: isAlwaysOpen = false,
  onText,
  onPick,
}: ComboboxProperties<O>): JSX.Element {
  const [isOpened, open] = useState(false);
  const first = isAlwaysOpen ? 0 : -1;
  const [active, setActive] = useState(first);
  // Before the next key: it moves in the new list.
  useLayoutEffect(() => setActive(first), [value]);
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);
  const isOpen = (isAlwaysOpen || isOpened) && options.length > 0;
  const tell = ({ value: text, selectionStart }: HTMLInputElement): void => onText(text, selectionStart ?? text.length);
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void => {
    const { key, currentTarget } = event;
    const chosen = options[active];
    const step = { ArrowDown: 1, ArrowUp: active < 0 ? 0 : -1 }[key];
    if (step !== undefined || (key === ' ' && event.ctrlKey)) {
      if (isOpen && step !== undefined) setActive((active + step + options.length) % options.length);
      else tell(currentTarget);
      open(true);
    } else if (key === 'Enter' && isOpen && chosen !== undefined) onPick(chosen);
    else if (key === 'Escape' && isOpened) open(false);
    else {
      if (key === 'Enter') open(false);
      return;
    }
    event.preventDefault();
  };
  return (
    <div class="combobox">
      <input
        id={id}
        autocomplete="off"
        spellcheck={false}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        autocapitalize="off"
        {...{ placeholder, value, onKeyDown }}
        onInput={({ currentTarget }) => {
          tell(currentTarget);
          open(true);
        }}
        onBlur={() => open(false)}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Suggestions" hidden={!isOpen}>
        {isOpen &&
          options.map((it, index) => (
            <div
              key={`${index} ${it.text}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              // The focus stays in the text.
              onMouseDown={submits(() => onPick(it))}
            >
              {it.text} <span class="dim">{it.detail}</span>
            </div>
          ))}
      </div>
    </div>
  );
}
