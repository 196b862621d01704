import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The form whose button was pressed: the one with the URL, or that of the document. */
export type Place = 'bar' | 'document';

/** Why a request was not sent. */
export interface Refusal {
  /**
   * Shows a text beside the button that was pressed.
   *
   * @param control Receives the focus: the user corrects it.
   */
  readonly refuse: (at: Place, text: string, control?: HTMLElement | null) => void;
  readonly clear: () => void;
  /** Returns the text at a place, with what the user can do, or `null` if there is none. */
  readonly show: (at: Place, actions: ComponentChildren) => JSX.Element | null;
}

/** Keeps why a request was not sent. */
export function useRefusal(): Refusal {
  const [refusal, setRefusal] = useState<{
    readonly at: Place;
    readonly text: string;
    readonly control: HTMLElement | null;
  }>();
  // The text can be below a long form, out of sight. If the window cannot show both, it shows the control.
  useEffect(() => {
    if (refusal === undefined) return;
    document.querySelector('.refusal')?.scrollIntoView({ block: 'nearest' });
    refusal.control?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);
  return {
    refuse: (at, text, control = null) => {
      setRefusal({ at, text, control });
      control?.focus();
    },
    clear: () => setRefusal(undefined),
    show: (at, actions) =>
      refusal?.at !== at ? null : (
        <p role="alert" class="bad break refusal">
          {refusal.text}
          {actions && <> {actions}</>}
        </p>
      ),
  };
}
