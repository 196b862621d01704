import type { JSX } from 'preact';
import type { Place, Submission } from '../hooks/use-submission.ts';
import { Small } from './controls.tsx';

/** Why the last press of a button sent nothing, beside the button. */
export function RejectionNote({
  at,
  submission: { rejection, mistakes, submit },
}: {
  readonly at: Place;
  readonly submission: Submission;
}): JSX.Element | null {
  if (rejection?.at !== at) return null;
  return (
    <p role="alert" class="bad break rejection">
      {rejection.text}
      {mistakes.size > 0 && (
        <>
          {' '}
          <Small onClick={() => void submit(at, false)}>Send anyway</Small>
        </>
      )}
    </p>
  );
}
