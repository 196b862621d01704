import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { type Address, formatAddress } from '../state/address.ts';

type Attributes<Name extends keyof JSX.IntrinsicElements> = JSX.IntrinsicElements[Name];

/** A small button, which does not send a form. */
export function Small(attributes: Attributes<'button'>): JSX.Element {
  return <button type="button" class="small" {...attributes} />;
}

/**
 * A link inside the page. With a modifier key, the browser opens it as usual.
 *
 * @param run Default: opens the address.
 */
export function Link({
  to,
  run,
  ...attributes
}: {
  readonly to: Address;
  readonly run?: () => void;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { open } = usePage();
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    if (run === undefined) open(to);
    else run();
  };
  return <a {...attributes} href={formatAddress(to)} onClick={follow} />;
}

/**
 * A control for a string that is no prose: a name, a path, or a value.
 *
 * @param control Receives the element.
 */
export function TextBox({
  onText,
  control,
  ...attributes
}: Attributes<'input'> & {
  readonly onText: (text: string) => void;
  readonly control?: (element: HTMLInputElement | null) => void;
}): JSX.Element {
  const onInput = (event: { readonly currentTarget: HTMLInputElement }): void => onText(event.currentTarget.value);
  return <input autocomplete="off" spellcheck={false} {...attributes} ref={control ?? null} onInput={onInput} />;
}

/** A choice of one of some values, each with its text, if the text differs. */
export function Choice({
  options,
  onChoose,
  ...attributes
}: Attributes<'select'> & {
  readonly options: readonly (string | readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}): JSX.Element {
  const pairs = options.map((it) => (typeof it === 'string' ? ([it, it] as const) : it));
  return (
    <select {...attributes} onChange={(event) => onChoose(event.currentTarget.value)}>
      {pairs.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A part that opens on demand. What is closed is not in the page. */
export function Panel({
  summary,
  children,
}: {
  readonly summary: string;
  readonly children: () => ComponentChildren;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}

/** Returns the listener of an event that the page itself handles, such as the submission of a form. */
export function submits(run: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}

/** The keyboard repeats a key that is held: one press sends one request. */
export function ignoreRepeats(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
