import { useEffect } from 'preact/hooks';

/** Reads the fragment of the URL, now and after each change. `receive` must not depend on the state of a component. */
export function useFragment<State>(
  parse: (fragment: string) => Promise<State | undefined>,
  receive: (state: State) => void,
): void {
  useEffect(() => {
    const read = async (): Promise<void> => {
      const found = await parse(location.hash);
      if (found !== undefined) receive(found);
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
}

/** Shows a state in the URL. An empty fragment removes the one before. */
export function showFragment(fragment: string): void {
  history.replaceState(history.state, '', location.pathname + location.search + fragment);
}

/** Does something a moment after a state has changed, unless it changes again. `isLatest` tells whether it has changed since. */
export function useLater(state: unknown, delay: number, run: (isLatest: () => boolean) => Promise<void>): void {
  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(() => run(() => isLatest), delay);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [state]);
}
