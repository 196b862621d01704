/** Shows the types of names in code: on hover, on touch, and with the arrow keys while a code block has the focus. */

/** The distance between a name and its type, in pixels. */
const GAP = 6;

/** The element with the type, and the strings for screen readers. */
interface HintElements {
  readonly hint: HTMLElement;
  readonly help: HTMLElement;
  readonly spoken: HTMLElement;
}

function addElement(id: string, className: string, text = ''): HTMLElement {
  const element = document.createElement('div');
  element.id = id;
  element.className = className;
  element.textContent = text;
  document.body.append(element);
  return element;
}

/** Returns the type of a name. The build escapes the angle brackets. */
function typeOf({ dataset }: HTMLElement): string {
  return decodeURIComponent(dataset['type'] ?? '');
}

/** Moves the hint below the name, or above it if the window ends there. */
function place(hint: HTMLElement, name: HTMLElement): void {
  const { left, top, bottom } = name.getBoundingClientRect();
  const { width, height } = hint.getBoundingClientRect();
  const isBelow = bottom + GAP + height <= innerHeight;
  hint.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  hint.style.top = `${isBelow ? bottom + GAP : Math.max(8, top - GAP - height)}px`;
}

/** Makes the types of all code blocks available, also of pages that load later. */
export function startTypeHints(): void {
  const elements: HintElements = {
    hint: addElement('type-hint', 'type-hint'),
    help: addElement(
      'type-hint-help',
      'visually-hidden',
      'Use the left and right arrow keys to read the types of names.',
    ),
    spoken: addElement('type-hint-spoken', 'visually-hidden'),
  };
  elements.hint.hidden = true;
  elements.spoken.setAttribute('aria-live', 'polite');
  let current: HTMLElement | undefined;

  const hide = (): void => {
    current?.classList.remove('is-current');
    current = undefined;
    elements.hint.hidden = true;
    elements.spoken.textContent = '';
  };
  const show = (name: HTMLElement): void => {
    hide();
    current = name;
    name.classList.add('is-current');
    elements.hint.textContent = typeOf(name);
    elements.hint.hidden = false;
    place(elements.hint, name);
  };
  const nameAt = (target: EventTarget | null): HTMLElement | undefined =>
    target instanceof Element ? (target.closest<HTMLElement>('.typed') ?? undefined) : undefined;

  document.addEventListener('pointerover', ({ target }) => {
    const name = nameAt(target);
    if (name !== undefined) show(name);
    else if (!(target instanceof Node && elements.hint.contains(target))) hide();
  });
  document.addEventListener('click', ({ target }) => {
    const name = nameAt(target);
    if (name !== undefined) show(name);
  });
  addEventListener('scroll', () => current !== undefined && place(elements.hint, current), {
    passive: true,
    capture: true,
  });
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLPreElement) || target.querySelector('.typed') === null) return;
    target.setAttribute('aria-describedby', elements.help.id);
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return hide();
    const block = document.activeElement;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || !(block instanceof HTMLPreElement)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const names = [...block.querySelectorAll<HTMLElement>('.typed')];
    const position = current === undefined ? -1 : names.indexOf(current);
    const next = names.at(position === -1 && step === -1 ? -1 : (position + step) % names.length);
    if (next === undefined) return;
    event.preventDefault();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    show(next);
    elements.spoken.textContent = `${next.textContent}: ${typeOf(next)}`;
  });
}
