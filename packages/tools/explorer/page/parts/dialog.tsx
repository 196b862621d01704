import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ignoreRepeats, submits } from './controls.tsx';

interface DialogProperties {
  /** The id of its heading. */
  readonly labelledBy: string;
  readonly onCancel: () => void;
  /** Places the dialog, which can have grown. Default: the middle of the window. */
  readonly place?: (dialog: HTMLDialogElement) => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. When it ends, the focus returns to the element that has opened it. */
export function Dialog({ labelledBy, onCancel, place, children }: DialogProperties): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useLayoutEffect(() => {
    if (dialog.current !== null) place?.(dialog.current);
  });
  return (
    // The key that is held can be the one that has opened the dialog.
    <dialog ref={dialog} aria-labelledby={labelledBy} onCancel={submits(onCancel)} onKeyDown={ignoreRepeats}>
      {children}
    </dialog>
  );
}
