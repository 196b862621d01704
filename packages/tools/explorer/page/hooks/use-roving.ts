import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const controls = 'a[href], button, input';

function controlsIn(element: Element | undefined | null): readonly HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>(controls) ?? [])];
}

/** Returns the control of another row below or above one: in the same cell, or else the first one. */
function controlInRow(from: HTMLElement, row: HTMLTableRowElement | undefined): HTMLElement | undefined {
  const cell = from.closest<HTMLTableCellElement>('th, td');
  const inCell = controlsIn(row?.cells[cell?.cellIndex ?? 0]);
  return inCell[controlsIn(cell).indexOf(from)] ?? inCell[0] ?? controlsIn(row)[0];
}

/** Makes a table one stop of the Tab key: the arrow keys move between its controls. Returns the attributes of the table. */
export function useRoving(): {
  readonly ref: RefObject<HTMLTableElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocusIn: (event: FocusEvent) => void;
} {
  const ref = useRef<HTMLTableElement>(null);
  const current = useRef<EventTarget | null>(null);
  const update = (): void => {
    const all = controlsIn(ref.current);
    const stop = all.find((it) => it === current.current) ?? all[0];
    for (const it of all) it.tabIndex = it === stop ? 0 : -1;
  };
  // Rows can have other controls after each change.
  useLayoutEffect(update);
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = event.target;
    const row = from instanceof HTMLElement ? from.closest('tr') : null;
    if (!(from instanceof HTMLElement) || row === null || event.altKey || event.metaKey || event.shiftKey) return;
    const [inRow, rows] = [controlsIn(row), [...(ref.current?.rows ?? [])].filter((it) => controlsIn(it).length > 0)];
    const [place, number] = [inRow.indexOf(from), rows.indexOf(row)];
    const all: Readonly<Record<string, HTMLElement | undefined>> = {
      ArrowRight: inRow[place + 1],
      ArrowLeft: inRow[place - 1],
      ArrowDown: controlInRow(from, rows[number + 1]),
      ArrowUp: controlInRow(from, rows[number - 1]),
      Home: event.ctrlKey ? controlsIn(rows[0])[0] : inRow[0],
      End: event.ctrlKey ? controlsIn(rows.at(-1)).at(-1) : inRow.at(-1),
    };
    if (!Object.hasOwn(all, event.key)) return;
    event.preventDefault();
    all[event.key]?.focus();
  };
  const onFocusIn = (event: FocusEvent): void => {
    current.current = event.target;
    update();
  };
  return { ref, onKeyDown, onFocusIn };
}
