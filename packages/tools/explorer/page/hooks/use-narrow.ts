import { useEffect, useState } from 'preact/hooks';

/** The width below which lists are above the request. The style has the same one. */
const NARROW = '(max-width: 52rem)';
/** The width above which the documentation is beside the response. The style has the same one. */
const WIDE = '(min-width: 75rem)';

/** Whether the window is narrow. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}

/** Whether the window is wide. */
export function useWide(): boolean {
  return useMedia(WIDE);
}

function useMedia(wanted: string): boolean {
  const [isMatch, setMatch] = useState(() => matchMedia(wanted).matches);
  useEffect(() => {
    const query = matchMedia(wanted);
    const follow = (): void => setMatch(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [wanted]);
  return isMatch;
}
