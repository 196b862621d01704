import { useEffect, useState } from 'preact/hooks';

/** The width below which lists are above the request. The style has the same one. */
const NARROW = '(max-width: 52rem)';

/** Whether the window is narrow. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const follow = (): void => setNarrow(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return isNarrow;
}
