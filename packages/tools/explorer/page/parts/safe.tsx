import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';

/** A part of the page that shows data of the API. If it cannot, the other parts stay usable, and the next data are tried. */
export function Safe({
  of: data,
  children,
}: {
  readonly of: unknown;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [error, reset] = useErrorBoundary();
  useEffect(() => {
    if (error !== undefined) reset();
  }, [data]);
  if (error === undefined) return <>{children}</>;
  return (
    <p role="alert" class="bad">
      The page cannot show this part of the response.
    </p>
  );
}
