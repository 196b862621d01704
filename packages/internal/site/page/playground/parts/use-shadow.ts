import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Something that lives in a shadow tree until its element is removed. */
interface Living {
  readonly destroy: () => void;
}

/**
 * Creates an editor in the shadow tree of an element. Browsers accept the style sheets of the editor under the content
 * security policy only in a shadow tree.
 */
export function useShadow<Created extends Living>(
  create: (root: ShadowRoot) => Created,
): { readonly parent: RefObject<HTMLDivElement | null>; readonly created: RefObject<Created | null> } {
  const parent = useRef<HTMLDivElement>(null);
  const created = useRef<Created | null>(null);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const made = create(parent.current.shadowRoot ?? parent.current.attachShadow({ mode: 'open' }));
    created.current = made;
    return () => made.destroy();
  }, []);
  return { parent, created };
}
